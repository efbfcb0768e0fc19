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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
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

    /** Seconds that one check in a hundred may be late on any machine. */
    private static final double LATENESS_MAX = 0.5;

    /** Fewer places than there are black holes: they would fill them, if what is slow did not make room. */
    private static final Map<String, String> FEW_PLACES =
            Map.of("MONITOR_SCHEDULE_CHECKS_MAX", "4", "MONITOR_SCHEDULE_SLOW_AFTER", "200ms");

    /** A receiver may take as long as usual. */
    private static final Map<String, String> PATIENT_DELIVERY =
            Map.of("MONITOR_DELIVERY_TIMEOUT", "15s", "MONITOR_DELIVERY_LEASE", "45s");

    private static final List<String> PATHS =
            IntStream.range(0, 90).mapToObj(n -> "/page-" + n).toList();
    private static final int BLACK_HOLES = PATHS.size() / 9;

    private static final Pattern BUCKET =
            Pattern.compile("(?m)^monitor_check_lateness_seconds_bucket\\{.*le=\"([^\"]+)\".*} (\\S+)$");

    private final String tag = FaultWorld.tag();
    private final Target target = new Target();
    private final Sink sink = Sink.open();
    private FaultWorld world;
    private List<PackagedService> instances;

    /**
     * What happened to the schedule in a while.
     *
     * @param lateness that 99 % of the checks of all monitors did not exceed: a bound of the histogram, in seconds
     * @param nextBound of the histogram
     * @param checks of the target
     */
    private record Figures(double lateness, double nextBound, double checks) {

        boolean isLike(Figures control) {
            return lateness <= Math.max(LATENESS_MAX, control.nextBound) && checks > 0.6 * control.checks;
        }
    }

    @BeforeAll
    static void start(FaultWorld world) {
        world.run(2, FEW_PLACES);
    }

    @BeforeEach
    void monitorsThatAreUp(FaultWorld world) {
        this.world = world;
        instances = world.run(2, FEW_PLACES);
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
        var settings = new HashMap<>(FEW_PLACES);
        settings.putAll(PATIENT_DELIVERY);
        instances = world.run(2, settings);
        var restarted = Instant.now();
        await().atMost(PATIENCE).until(() -> PATHS.stream().allMatch(path -> target.wasVisitedAfter(path, restarted)));
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
        List<BlackHole> holes = new ArrayList<>();
        try {
            List<ObjectNode> specs = new ArrayList<>();
            for (int n = 0; n < BLACK_HOLES; n++) {
                // To the schedule each is a host of its own.
                var host = "127.0.0." + (60 + n);
                var hole = new BlackHole(host);
                holes.add(hole);
                specs.add(page(
                        "hole %d %s".formatted(n, tag), "http://" + host + ":" + hole.port(), INTERVAL, TIMEOUT, 0));
            }
            var ids = FaultWorld.monitors(instances.getFirst(), tag, specs);
            await().atMost(PATIENCE)
                    .until(() -> specs.stream()
                            .map(spec -> ids.get(spec.get("name").asText()))
                            .allMatch(id ->
                                    FaultWorld.state(instances.getFirst(), id).equals("down")));

            assertUnchanged(control, time);
        } finally {
            holes.forEach(BlackHole::close);
        }
    }

    /** A machine that stands still for a moment spoils one measurement; what hangs all the time would spoil each. */
    private void assertUnchanged(Figures control, Duration time) {
        var meanwhile = new ArrayList<Figures>();
        do {
            meanwhile.add(measure(time));
        } while (!meanwhile.getLast().isLike(control) && meanwhile.size() < MEASUREMENTS_MAX);
        assertThat(meanwhile)
                .as("p99 of lateness and checks of the target, one of them as without the trouble: %s", control)
                .anyMatch(one -> one.isLike(control));
    }

    private Figures measure(Duration time) {
        var before = checksByLateness();
        long checks = visits();
        var end = Instant.now().plus(time);
        await().pollInterval(ofMillis(50))
                .atMost(time.plus(PATIENCE))
                .until(() -> Instant.now().isAfter(end));
        var since = checksByLateness();
        since.replaceAll((bound, count) -> count - before.get(bound));
        double all = since.lastEntry().getValue();
        double lateness = since.entrySet().stream()
                .filter(entry -> entry.getValue() >= 0.99 * all)
                .findFirst()
                .orElseThrow()
                .getKey();
        var next = since.higherKey(lateness);
        return new Figures(lateness, next == null ? lateness : next, visits() - checks);
    }

    /** How many checks of all instances were at most so late, by the bounds of the histogram. */
    private NavigableMap<Double, Double> checksByLateness() {
        var counts = new TreeMap<Double, Double>();
        for (var instance : instances) {
            var metrics = instance.management().get("/q/metrics").body();
            BUCKET.matcher(metrics).results().forEach(found -> {
                double bound =
                        found.group(1).equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(found.group(1));
                counts.merge(bound, Double.parseDouble(found.group(2)), Double::sum);
            });
        }
        return counts;
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
