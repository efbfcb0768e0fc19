package dev.hotstate.monitor.fault;

import static dev.hotstate.monitor.fault.FaultWorld.page;
import static java.time.Duration.between;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotstate.kit.testing.process.PackagedService;
import dev.hotstate.monitor.channel.Sink;
import dev.hotstate.monitor.schedule.SchedulePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Three instances, and what becomes of checks and incidents when one of them is killed or frozen in the middle of its work. */
@ExtendWith(FaultWorldExtension.class)
class InstanceFaultIT {

    private static final Duration PATIENCE = ofSeconds(60);
    private static final Duration TIMEOUT = ofSeconds(8);

    /** Timeout and margin. */
    private static final Duration LEASE = TIMEOUT.plusSeconds(1);

    /** A partition is asked at least so often. */
    private static final Duration TICK = ofSeconds(1);

    /** What a crowded machine may add. */
    private static final Duration SLACK = ofSeconds(6);

    private static final int MONITORS = 20;

    private final String tag = FaultWorld.tag();
    private final Target target = new Target();
    private final Sink sink = Sink.open();
    private final Sink otherSink = Sink.open();
    private FaultWorld world;
    private List<PackagedService> instances;

    @BeforeAll
    static void start(FaultWorld world) {
        world.run(3);
    }

    @BeforeEach
    void threeInstances(FaultWorld world) {
        this.world = world;
        instances = world.run(3);
    }

    @AfterEach
    void cleanUp() {
        target.release();
        world.remove(tag);
        target.close();
        sink.close();
        otherSink.close();
    }

    @Test
    void what_a_killed_instance_was_checking_is_checked_again_within_its_lease_and_a_tick() {
        target.hold();
        var monitors = dailyMonitors();

        inMidCheck().kill();
        target.release();

        var survivor = survivor();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(monitors.values())
                        .allSatisfy(
                                id -> assertThat(FaultWorld.state(survivor, id)).isEqualTo("up")));
        var lost = paths().filter(path -> target.visits(path).size() > 1).toList();
        assertThat(lost).as("what the killed one had begun").isNotEmpty();
        assertThat(lost).allSatisfy(path -> {
            var visits = target.visits(path);
            assertThat(visits).hasSize(2);
            // Nothing else would have brought them back on this day. The lease began before the first visit.
            assertThat(between(visits.getFirst(), visits.getLast()))
                    .isLessThan(LEASE.plus(TICK).plus(SLACK));
        });
    }

    @Test
    void a_check_that_outlives_its_lease_is_refused_and_makes_no_second_incident() {
        paths().forEach(path -> target.answer(path, 500));
        world.channel(instances.getFirst(), tag, sink);
        target.hold();
        var monitors = dailyMonitors();
        var frozen = inMidCheck();

        frozen.pause();
        target.release();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(monitors.values())
                        .allSatisfy(id -> assertThat(world.incidents(id)).isOne()));
        long takenOver = paths().filter(path -> target.visits(path).size() > 1).count();
        assertThat(takenOver).as("what the frozen one had begun").isPositive();
        frozen.resume();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(frozen.metric("monitor_result_total", "outcome=\"stale\""))
                        .isGreaterThanOrEqualTo(takenOver));
        await().atMost(PATIENCE).until(() -> types(sink).size() == MONITORS);
        assertThat(monitors.values()).allSatisfy(id -> {
            assertThat(world.incidents(id)).isOne();
            assertThat(FaultWorld.state(frozen, id)).isEqualTo("down");
        });
        assertThat(types(sink)).hasSize(MONITORS).containsOnly("incident.opened");
    }

    @Test
    void twelve_failing_results_at_three_instances_make_one_incident_and_one_alert_per_channel() {
        world.channel(instances.getFirst(), tag, sink);
        world.channel(instances.get(1), tag, otherSink);
        var job = FaultWorld.job(instances.getFirst(), tag);
        var ping = job.get("reportTo").get("ping").asText();

        var answers = IntStream.range(0, 12)
                .parallel()
                .mapToObj(n -> instances.get(n % 3).anybody().get(ping + "/fail"))
                .toList();

        assertThat(answers).allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
        await().atMost(PATIENCE)
                .until(() -> types(sink).size() >= 1 && types(otherSink).size() >= 1);
        // An end that is heard after them shows that nothing else was on its way.
        assertThat(instances.get(2).anybody().get(ping).statusCode()).isEqualTo(200);
        await().atMost(PATIENCE)
                .until(() -> types(sink).size() >= 2 && types(otherSink).size() >= 2);
        assertThat(types(sink)).containsExactly("incident.opened", "incident.resolved");
        assertThat(types(otherSink)).containsExactly("incident.opened", "incident.resolved");
        var id = job.get("id").asText();
        assertThat(world.incidents(id)).isOne();
        assertThat(world.count("select count(*) from alert_delivery where monitor_id = ?", id))
                .as("two alerts to two channels")
                .isEqualTo(4);
        assertThat(world.count("select sum(attempts) from alert_delivery where monitor_id = ?", id))
                .as("a receiver that was too slow is told again, and nobody else")
                .isGreaterThanOrEqualTo(sink.heard().size() + otherSink.heard().size());
    }

    @Test
    void a_ping_that_was_acknowledged_outlives_the_instance_that_took_it() {
        var job = FaultWorld.job(instances.getFirst(), tag);
        var id = job.get("id").asText();
        var ping = job.get("reportTo").get("ping").asText();
        var doomed = instances.getLast();

        var answer = doomed.anybody().get(ping + "/fail");
        doomed.kill();

        assertThat(answer.body()).isEqualTo("OK");
        assertThat(FaultWorld.state(instances.getFirst(), id)).isEqualTo("down");
        await().atMost(PATIENCE).until(() -> world.incidents(id) == 1);
    }

    @Test
    void each_point_of_the_grid_brings_one_check_by_however_many_instances() {
        oneCheckPerPoint(ofSeconds(3), 5);
    }

    @Test
    @Tag("long")
    void sixty_points_of_the_grid_bring_sixty_checks() {
        oneCheckPerPoint(ofSeconds(5), 60);
    }

    /** One that is late by less than an interval still is the check of its point. */
    private void oneCheckPerPoint(Duration interval, int points) {
        var name = "exact " + tag;
        var path = "/" + tag;
        var spec = page(name, target.url(path), interval, interval.dividedBy(2), 0);
        var id = FaultWorld.monitors(instances.getFirst(), tag, List.of(spec)).get(name);

        await().atMost(interval.multipliedBy(points).plus(PATIENCE))
                .until(() -> target.visits(path).size() >= points);

        var checked = target.visits(path).stream()
                .map(visit -> SchedulePolicy.next(id, interval, visit).minus(interval))
                .limit(points)
                .toList();
        assertThat(checked)
                .containsExactlyElementsOf(Stream.iterate(checked.getFirst(), point -> point.plus(interval))
                        .limit(points)
                        .toList());
    }

    @Test
    void a_monitor_runs_once_per_interval_while_instances_come_and_go() {
        // Long enough for two processes that start to make no check late by a whole interval.
        runsWhileInstancesComeAndGo(ofSeconds(3), 5, 1);
    }

    @Test
    @Tag("long")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void a_monitor_of_ten_seconds_runs_sixty_times_in_ten_minutes_while_instances_come_and_go() {
        runsWhileInstancesComeAndGo(ofSeconds(10), 60, 5);
    }

    /** @param strikes how often one is killed and another one restarted in order */
    private void runsWhileInstancesComeAndGo(Duration interval, int runs, int strikes) {
        var path = "/" + tag;
        FaultWorld.monitors(
                instances.getFirst(),
                tag,
                List.of(page("steady " + tag, target.url(path), interval, interval.dividedBy(2), 0)));
        await().atMost(PATIENCE).until(() -> !target.visits(path).isEmpty());
        // From halfway between two points of the grid: a check that is a little late stays in its own interval.
        var begin = target.visits(path).getLast().plus(interval.dividedBy(2));
        var step = interval.multipliedBy(runs).dividedBy(2L * strikes + 1);

        for (int strike = 0; strike < strikes; strike++) {
            var killed = instances.get(strike % 3);
            var restarted = instances.get((strike + 1) % 3);
            awaitTime(begin.plus(step.multipliedBy(2L * strike)));
            killed.kill();
            killed.startAgain();
            awaitTime(begin.plus(step.multipliedBy(2L * strike + 1)));
            restarted.stop();
            restarted.startAgain();
        }
        var end = begin.plus(interval.multipliedBy(runs));
        awaitTime(end);

        assertThat(target.visitsBetween(path, begin, end)).isBetween(runs - 1L, runs + 1L);
    }

    // ---- parts ------------------------------------------------------------------------------------------------------

    /** Few of many have their point of the grid while a test runs, as some of hourly ones would: they are checked when told. */
    private Map<String, String> dailyMonitors() {
        List<ObjectNode> specs = paths().map(path -> page(path + " " + tag, target.url(path), ofDays(1), TIMEOUT, 0))
                .toList();
        var monitors = FaultWorld.monitors(instances.getFirst(), tag, specs);
        world.checkNow(instances.getFirst(), monitors.values());
        return monitors;
    }

    private static Stream<String> paths() {
        return IntStream.range(0, MONITORS).mapToObj(n -> "/page-" + n);
    }

    /** One that waits for answers of pages which it has visited. */
    private PackagedService inMidCheck() {
        return await().atMost(TIMEOUT)
                .until(this::findInMidCheck, Optional::isPresent)
                .get();
    }

    private Optional<PackagedService> findInMidCheck() {
        long visited = paths().filter(path -> !target.visits(path).isEmpty()).count();
        // Read later, what the others do can only have grown: the rest was visited by the busiest one.
        Map<PackagedService, Double> underWay = instances.stream()
                .collect(toMap(Function.identity(), instance -> instance.metric("monitor_check_under_way")));
        var busiest = Collections.max(underWay.entrySet(), Map.Entry.comparingByValue());
        double ofOthers =
                underWay.values().stream().mapToDouble(Double::doubleValue).sum() - busiest.getValue();
        return visited > ofOthers ? Optional.of(busiest.getKey()) : Optional.empty();
    }

    private PackagedService survivor() {
        return instances.stream().filter(PackagedService::isAlive).findFirst().orElseThrow();
    }

    private static void awaitTime(Instant time) {
        await().pollInterval(ofMillis(20))
                .atMost(between(Instant.now(), time).plus(PATIENCE))
                .until(() -> Instant.now().isAfter(time));
    }

    /** Of each alert once, however often it was sent: a receiver tells them apart by their key. */
    private static List<String> types(Sink sink) {
        return sink.byKey().values().stream()
                .map(heard -> heard.json().get("type").asText())
                .toList();
    }
}
