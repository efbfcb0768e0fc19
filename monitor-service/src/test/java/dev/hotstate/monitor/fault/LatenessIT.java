package dev.hotstate.monitor.fault;

import static dev.hotstate.monitor.fault.FaultWorld.page;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotstate.kit.testing.process.PackagedService;
import dev.hotstate.monitor.channel.Sink;
import dev.hotstate.monitor.probe.BlackHole;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What receivers and targets that hang do to the schedule: nothing. Each measurement is held against one of the same run without
 * the trouble, so that a slow machine is no reason to fail.
 */
@ExtendWith(FaultWorldExtension.class)
class LatenessIT {

    private static final Duration PATIENCE = ofSeconds(60);
    private static final Duration INTERVAL = ofSeconds(1);
    private static final Duration TIMEOUT = ofMillis(900);
    private static final Duration SHORT = ofSeconds(4);
    private static final Duration LONG = ofSeconds(60);
    private static final int MEASUREMENTS_MAX = 3;
    private static final List<String> PATHS =
            IntStream.range(0, 54).mapToObj(n -> "/page-" + n).toList();

    private final String tag = FaultWorld.tag();
    private final Target target = new Target();
    private final Sink sink = Sink.open();
    private FaultWorld world;
    private List<PackagedService> instances;

    /** What happened to the schedule in a while; the mean counts all monitors, the checks those of the target. */
    private record Figures(double meanLateness, double checks) {

        boolean isLike(Figures control) {
            return meanLateness < 5 * control.meanLateness + 1 && checks > 0.6 * control.checks;
        }
    }

    @BeforeAll
    static void start(FaultWorld world) {
        world.run(2);
    }

    @BeforeEach
    void monitorsThatAreUp(FaultWorld world) {
        this.world = world;
        instances = world.run(2);
        FaultWorld.monitors(
                instances.getFirst(),
                tag,
                PATHS.stream()
                        .map(path -> page(path + " " + tag, target.url(path), INTERVAL, TIMEOUT, 0))
                        .toList());
        await().atMost(PATIENCE)
                .until(() ->
                        PATHS.stream().noneMatch(path -> target.visits(path).isEmpty()));
    }

    @AfterEach
    void cleanUp() {
        world.remove(tag);
        target.close();
        sink.close();
    }

    @Test
    void a_sink_that_hangs_makes_no_check_late() {
        hangingSink(SHORT);
    }

    @Test
    @Tag("long")
    void a_sink_that_hangs_for_a_minute_makes_no_check_late() {
        hangingSink(LONG);
    }

    @Test
    void ten_percent_of_black_holes_make_no_other_check_late() {
        blackHoles(SHORT);
    }

    @Test
    @Tag("long")
    void ten_percent_of_black_holes_make_no_other_check_late_for_a_minute() {
        blackHoles(LONG);
    }

    private void hangingSink(Duration time) {
        world.channel(instances.getFirst(), tag, sink);
        sink.hang();
        var control = measure(time);

        PATHS.stream().limit(20).forEach(path -> target.answer(path, 500));
        await().atMost(PATIENCE).until(() -> !sink.heard().isEmpty());

        assertUnchanged(control, time);
        assertThat(pending()).as("alerts that hang").isPositive();
    }

    private void blackHoles(Duration time) {
        var control = measure(time);
        try (var hole = new BlackHole("127.0.0.66")) {
            List<ObjectNode> holes = new ArrayList<>();
            for (int n = 0; n < PATHS.size() / 9; n++) {
                holes.add(
                        page("hole %d %s".formatted(n, tag), "http://127.0.0.66:" + hole.port(), INTERVAL, TIMEOUT, 0));
            }
            var ids = FaultWorld.monitors(instances.getFirst(), tag, holes);
            var aHole = ids.get("hole 0 " + tag);
            await().atMost(PATIENCE)
                    .until(() -> world.state(instances.getFirst(), aHole).equals("down"));

            assertUnchanged(control, time);
        }
    }

    /** A machine that stands still for a moment spoils one measurement; what hangs all the time would spoil each. */
    private void assertUnchanged(Figures control, Duration time) {
        var meanwhile = new ArrayList<Figures>();
        do {
            meanwhile.add(measure(time));
        } while (!meanwhile.getLast().isLike(control) && meanwhile.size() < MEASUREMENTS_MAX);
        assertThat(meanwhile)
                .as("seconds of lateness and checks of the target, one of them as without the trouble: %s", control)
                .anyMatch(one -> one.isLike(control));
    }

    private Figures measure(Duration time) {
        double sum = total("monitor_check_lateness_seconds_sum");
        double count = total("monitor_check_lateness_seconds_count");
        long checks = visits();
        var end = Instant.now().plus(time);
        await().pollInterval(ofMillis(50))
                .atMost(time.plus(PATIENCE))
                .until(() -> Instant.now().isAfter(end));
        return new Figures(
                (total("monitor_check_lateness_seconds_sum") - sum)
                        / Math.max(1, total("monitor_check_lateness_seconds_count") - count),
                visits() - checks);
    }

    private double total(String metric) {
        return instances.stream()
                .mapToDouble(instance -> instance.metric(metric))
                .sum();
    }

    private long visits() {
        return PATHS.stream().mapToLong(path -> target.visits(path).size()).sum();
    }

    private long pending() {
        return world.count(
                "select count(*) from alert_delivery where state = 'pending' and payload::text like '%' || ? || '%'",
                tag);
    }
}
