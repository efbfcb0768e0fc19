package dev.hotstate.monitor.fault;

import static dev.hotstate.monitor.fault.FaultWorld.watched;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.process.PackagedService;
import dev.hotstate.monitor.channel.Sink;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The way of an alert from the script to its receiver, cut with kill -9 at each of its joints. */
@ExtendWith(FaultWorldExtension.class)
class AlertFaultIT {

    private static final Duration PATIENCE = ofSeconds(60);

    private final String tag = FaultWorld.tag();
    private final Target target = new Target();
    private final Sink sink = Sink.open();
    private FaultWorld world;
    private PackagedService instance;
    private String monitor;

    @BeforeAll
    static void start(FaultWorld world) {
        world.run(1);
    }

    @BeforeEach
    void aMonitorThatIsUp(FaultWorld world) {
        this.world = world;
        instance = world.run(1).getFirst();
        world.channel(instance, tag, sink);
        var name = "page " + tag;
        monitor = FaultWorld.monitors(instance, tag, List.of(watched(name, target.url("/page"))))
                .get(name);
        await().atMost(PATIENCE).until(() -> FaultWorld.state(instance, monitor).equals("up"));
    }

    @AfterEach
    void cleanUp() {
        world.remove(tag);
        target.close();
        sink.close();
    }

    @Test
    void killed_between_the_script_and_postgres() {
        world.stopPostgres();
        target.answer("/page", 500);
        await().atMost(PATIENCE).until(() -> FaultWorld.state(instance, monitor).equals("down"));

        world.killAll();
        world.startPostgres();
        assertThat(world.incidents(monitor)).as("known to nobody but Redis").isZero();
        world.run(1);

        await().atMost(PATIENCE).until(() -> !sink.heard().isEmpty());
        assertEndIsHeardNextAndNothingTwice();
    }

    @Test
    void killed_between_postgres_and_delivery() {
        sink.hang();
        target.answer("/page", 500);
        await().atMost(PATIENCE).until(() -> !sink.heard().isEmpty());

        world.killAll();
        assertThat(pending()).as("taken, and not delivered").isOne();
        sink.answerWith(200);
        world.run(1);

        await().atMost(PATIENCE).until(() -> pending() == 0);
        assertThat(sink.heard())
                .as("the one that nobody knows the fate of, and its repetition")
                .hasSizeGreaterThan(1);
        assertEndIsHeardNextAndNothingTwice();
    }

    @Test
    void a_sink_that_refuses_for_a_while_hears_of_beginning_and_end_later_and_once() {
        sinkRefusesFor(Duration.ZERO);
    }

    @Test
    @Tag("long")
    void a_sink_that_refuses_for_a_minute_hears_of_beginning_and_end_later_and_once() {
        sinkRefusesFor(ofSeconds(60));
    }

    /** @param time at least; it takes a few seconds for an outage to begin and to end */
    private void sinkRefusesFor(Duration time) {
        sink.answerWith(503);
        target.answer("/page", 500);
        await().atMost(PATIENCE).until(() -> !sink.heard().isEmpty());
        var end = Instant.now().plus(time);
        target.answer("/page", 200);
        await().atMost(PATIENCE).until(() -> world.openIncidents(monitor) == 0);
        await().pollInterval(ofMillis(50))
                .atMost(time.plus(PATIENCE))
                .until(() -> Instant.now().isAfter(end));
        int refused = sink.heard().size();

        sink.answerWith(200);

        await().atMost(PATIENCE).until(() -> pending() == 0);
        assertThat(sink.heard().stream()
                        .skip(refused)
                        .map(heard -> heard.json().get("type").asText())
                        .distinct())
                .containsExactly("incident.opened", "incident.resolved");
        assertThat(sink.byKey()).hasSize(2);
    }

    private void assertEndIsHeardNextAndNothingTwice() {
        assertThat(sink.byKey()).hasSize(1);
        target.answer("/page", 200);
        await().atMost(PATIENCE).until(() -> world.openIncidents(monitor) == 0 && pending() == 0);
        assertThat(sink.byKey()).hasSize(2);
        assertThat(sink.heard().getLast().json().get("type").asText()).isEqualTo("incident.resolved");
        assertThat(world.incidents(monitor)).isOne();
    }

    private long pending() {
        return world.count("select count(*) from alert_delivery where monitor_id = ? and state = 'pending'", monitor);
    }
}
