package dev.hotstate.monitor.fault;

import static dev.hotstate.monitor.fault.FaultWorld.json;
import static dev.hotstate.monitor.fault.FaultWorld.page;
import static dev.hotstate.monitor.fault.FaultWorld.watched;
import static java.time.Duration.between;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotstate.kit.testing.process.PackagedService;
import dev.hotstate.monitor.channel.Sink;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Redis that loses its memory, and Postgres that is away, while checks run and incidents are open. */
@ExtendWith(FaultWorldExtension.class)
class BackendFaultIT {

    private static final Duration PATIENCE = ofSeconds(60);

    /** What it takes to notice that Redis has lost its memory, and to build it. */
    private static final Duration REBUILT_WITHIN = ofSeconds(5);

    /** A check that begins in this time began at its point of the grid. */
    private static final Duration LATE_BY = ofSeconds(2);

    private static final List<String> SICK = paths("sick", 5);
    private static final List<String> WELL = paths("well", 15);

    private final String tag = FaultWorld.tag();
    private final Target target = new Target();
    private final Sink sink = Sink.open();
    private FaultWorld world;
    private List<PackagedService> instances;
    private Map<String, String> monitors;
    private double checksOfOthers;

    @BeforeAll
    static void start(FaultWorld world) {
        world.run(2);
    }

    @BeforeEach
    void someAreDown(FaultWorld world) {
        this.world = world;
        instances = world.run(2);
        world.channel(instances.getFirst(), tag, sink);
        checksOfOthers = countedChecks();
        SICK.forEach(path -> target.answer(path, 500));
        List<ObjectNode> specs = new ArrayList<>();
        for (var path : all()) {
            specs.add(watched(path + " " + tag, target.url(path)));
        }
        var ids = FaultWorld.monitors(instances.getFirst(), tag, specs);
        monitors = all().stream().collect(toMap(Function.identity(), path -> ids.get(path + " " + tag)));
        await().atMost(PATIENCE).until(() -> types().size() == SICK.size() && allVisitedSince(Instant.EPOCH));
    }

    @AfterEach
    void cleanUp() {
        world.remove(tag);
        target.close();
        sink.close();
    }

    @Test
    void a_restart_of_all_and_then_a_redis_without_memory_tell_nobody_again() {
        world.killAll();
        instances = world.run(2);
        var restarted = Instant.now();
        await().atMost(PATIENCE).until(() -> allVisitedSince(restarted));

        var degraded = new Degraded(instances);
        try (degraded) {
            world.flushRedis();
            var flushed = Instant.now();

            // One interval, and what it takes to notice and to build; a crowded machine takes its time. A comparison
            // takes longer.
            await().atMost(ofSeconds(20)).until(() -> allVisitedSince(flushed));
        }

        assertThat(degraded.wasSeen())
                .as("readiness was up, and said that it is degraded")
                .isTrue();
        var back = Instant.now();
        await().atMost(PATIENCE).until(() -> allVisitedSince(back));
        assertThat(types())
                .as("alerts of the incidents that were open all the time")
                .hasSize(SICK.size());
        assertSickAreDownAndOnlyThey();

        SICK.forEach(path -> target.answer(path, 200));
        await().atMost(PATIENCE).until(() -> types().size() >= 2 * SICK.size());
        assertThat(Collections.frequency(types(), "incident.resolved")).isEqualTo(SICK.size());
    }

    @Test
    @Tag("long")
    void after_a_flush_all_monitors_are_back_within_one_interval_and_where_they_were_on_their_grid() {
        var interval = ofSeconds(20);
        var pages = paths("rare", 40);
        FaultWorld.monitors(
                instances.getFirst(),
                tag,
                pages.stream()
                        .map(path -> page(path + " " + tag, target.url(path), interval, interval.dividedBy(2), 0))
                        .toList());
        await().atMost(PATIENCE)
                .until(() ->
                        pages.stream().noneMatch(path -> target.visits(path).isEmpty()));
        var before = pages.stream()
                .collect(toMap(Function.identity(), path -> target.visits(path).getLast()));

        world.flushRedis();
        var flushed = Instant.now();

        await().atMost(PATIENCE).until(() -> pages.stream().allMatch(path -> target.wasVisitedAfter(path, flushed)));
        assertThat(pages).allSatisfy(path -> {
            var back = target.visits(path).stream()
                    .filter(at -> at.isAfter(flushed))
                    .findFirst()
                    .orElseThrow();
            assertThat(between(flushed, back)).isLessThan(interval.plus(REBUILT_WITHIN));
            long offGrid = between(before.get(path), back).plus(LATE_BY).toMillis() % interval.toMillis();
            assertThat(offGrid).isLessThan(2 * LATE_BY.toMillis());
        });
    }

    @Test
    void while_postgres_is_away_checks_go_on_and_nothing_is_lost() {
        postgresAwayFor(ofSeconds(5));
    }

    @Test
    @Tag("long")
    void while_postgres_is_away_for_a_minute_checks_go_on_and_nothing_is_lost() {
        postgresAwayFor(ofSeconds(60));
    }

    private void postgresAwayFor(Duration time) {
        var falling = WELL.getFirst();
        var rising = SICK.getFirst();
        world.stopPostgres();
        var begin = Instant.now();
        target.answer(falling, 500);
        target.answer(rising, 200);
        var end = begin.plus(time);
        await().pollInterval(ofMillis(50))
                .atMost(time.plus(PATIENCE))
                .until(() -> Instant.now().isAfter(end));
        assertThat(all())
                .allSatisfy(path -> assertThat(target.visitsBetween(path, begin, end))
                        .as("checks of %s while Postgres was away", path)
                        .isGreaterThanOrEqualTo(time.toSeconds() / 2));
        await().atMost(PATIENCE)
                .until(() -> FaultWorld.state(instances.getFirst(), monitors.get(falling))
                        .equals("down"));
        await().atMost(PATIENCE)
                .until(() -> FaultWorld.state(instances.getLast(), monitors.get(rising))
                        .equals("up"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(statesWithoutSql())
                        .as("the list, which asks Redis alone")
                        .containsOnlyKeys(monitors.values())
                        .containsEntry(monitors.get(falling), "down")
                        .containsEntry(monitors.get(rising), "up"));

        world.startPostgres();

        await().atMost(PATIENCE).until(() -> types().size() >= SICK.size() + 2);
        assertThat(world.openIncidents(monitors.get(falling))).isOne();
        assertThat(world.openIncidents(monitors.get(rising))).isZero();
        assertThat(types()).as("one more that is down, one that is up again").hasSize(SICK.size() + 2);
        all().forEach(path -> disable(monitors.get(path)));
        assertEveryCheckIsInTheHistory(checksOfOthers);
    }

    private Map<String, String> statesWithoutSql() {
        var page = instances.getFirst().admin().get("/monitors/status?limit=500&tag=" + tag);
        assertThat(page.statusCode()).isEqualTo(200);
        var states = new HashMap<String, String>();
        json(page)
                .get("items")
                .forEach(item ->
                        states.put(item.get("id").asText(), item.get("state").asText()));
        return states;
    }

    /** An instance may not have heard that its last result of a monitor counted. */
    private void assertEveryCheckIsInTheHistory(double countedBefore) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            double counted = countedChecks() - countedBefore;
            assertThat((double)
                            monitors.values().stream().mapToLong(this::recorded).sum())
                    .isBetween(counted, counted + monitors.size());
        });
    }

    private double countedChecks() {
        return instances.stream()
                .mapToDouble(instance -> instance.metric("monitor_check_total"))
                .sum();
    }

    private long recorded(String monitor) {
        return world.count("""
                select coalesce(sum(n), 0) from check_hour
                cross join lateral unnest(up || down || unknown) as n where monitor_id = ?""", monitor);
    }

    private void disable(String monitor) {
        assertThat(instances
                        .getFirst()
                        .admin()
                        .post("/monitors/" + monitor + "/disable", "")
                        .statusCode())
                .isEqualTo(200);
    }

    private void assertSickAreDownAndOnlyThey() {
        assertThat(SICK).allSatisfy(path -> {
            assertThat(FaultWorld.state(instances.getFirst(), monitors.get(path)))
                    .isEqualTo("down");
            assertThat(world.incidents(monitors.get(path))).isOne();
        });
        assertThat(WELL).allSatisfy(path -> {
            assertThat(FaultWorld.state(instances.getFirst(), monitors.get(path)))
                    .isEqualTo("up");
            assertThat(world.incidents(monitors.get(path))).isZero();
        });
    }

    private boolean allVisitedSince(Instant time) {
        return all().stream().allMatch(path -> target.wasVisitedAfter(path, time));
    }

    /** Of each alert once: a receiver tells them apart by their key. */
    private List<String> types() {
        return sink.byKey().values().stream()
                .map(heard -> heard.json().get("type").asText())
                .toList();
    }

    private static List<String> all() {
        var all = new ArrayList<>(SICK);
        all.addAll(WELL);
        return all;
    }

    private static List<String> paths(String kind, int count) {
        return IntStream.range(0, count).mapToObj(n -> "/" + kind + "-" + n).toList();
    }

    /** Looks at the readiness of all instances until it is closed. */
    private static final class Degraded implements AutoCloseable {

        private final Thread looking;
        private volatile boolean seen;
        private volatile boolean closed;

        Degraded(List<PackagedService> instances) {
            looking = Thread.startVirtualThread(() -> {
                while (!closed) {
                    instances.forEach(this::look);
                }
            });
        }

        private void look(PackagedService instance) {
            var answer = instance.management().get("/q/health/ready");
            for (var check : json(answer).get("checks")) {
                if (check.get("name").asText().equals("recovery")) {
                    seen |= answer.statusCode() == 200
                            && check.get("data").get("degraded").asBoolean();
                }
            }
        }

        boolean wasSeen() {
            return seen;
        }

        @Override
        public void close() {
            closed = true;
            try {
                looking.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
