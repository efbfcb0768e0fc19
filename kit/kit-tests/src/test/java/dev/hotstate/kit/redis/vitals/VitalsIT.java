package dev.hotstate.kit.redis.vitals;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.redis.cache.CacheStatistics;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.vitals.Vitals.NodeVitals;
import dev.hotstate.kit.redis.vitals.Vitals.Reason;
import dev.hotstate.kit.redis.vitals.Vitals.Role;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class VitalsIT {

    private static final Duration PATIENCE = ofSeconds(30);

    @RegisterExtension
    static final RedisClusterExtension redis = ProbeService.plan().shared();

    private ProbeService service;
    private RedisWatch watch;
    private VitalsWorker worker;

    @BeforeEach
    void start(RedisClusterHarness cluster) {
        service = new ProbeService(cluster);
        watch = RedisWatch.as(
                RedisRouter.open(service.vertx, ProbeService.options(cluster, "vitals"), node -> NodeGuard.NONE),
                service.router::guardOf,
                Clock.systemUTC());
        worker = worker(watch);
        // By hand, so that nobody waits for the seconds of the worker until all nodes have answered.
        await().pollInterval(ofMillis(20)).atMost(PATIENCE).until(() -> {
            worker.tick();
            return worker.current().redis().state() == State.UP
                    && worker.current().redis().nodes().size() == 6;
        });
        worker.start(service.vertx);
    }

    @AfterEach
    void stop() {
        worker.close();
        watch.close();
        service.close();
    }

    @Test
    void every_node_shows_its_figures() {
        await().atMost(PATIENCE).untilAsserted(() -> assertFiguresOfEveryNode(worker.current()));
    }

    private static void assertFiguresOfEveryNode(Vitals vitals) {
        assertThat(vitals.redis().clusterState()).isEqualTo("ok");
        assertThat(vitals.redis().slotsCovered()).isEqualTo(16_384);
        assertThat(vitals.redis().nodes()).hasSize(6).allSatisfy(node -> {
            assertThat(node.state()).isEqualTo(State.UP);
            assertThat(node.memoryUsedBytes()).isPositive();
            assertThat(node.memoryMaxBytes()).isPositive();
            assertThat(node.memoryPolicy()).isEqualTo("noeviction");
            assertThat(node.clients()).isPositive();
            assertThat(node.clientsMax()).isPositive();
            assertThat(node.roundTripMicros()).isPositive();
            assertThat(node.evictedTotal()).isZero();
            assertThat(node.slowlogPerMinute()).isNotNull();
        });
        assertThat(vitals.redis().nodes())
                .filteredOn(node -> node.role() == Role.MASTER)
                .hasSize(3);
        assertThat(vitals.degraded()).isFalse();
        assertThat(vitals.reasons()).isEmpty();
    }

    @Test
    void a_frozen_node_delays_neither_the_others_nor_the_picture(RedisClusterHarness cluster) {
        var frozen = cluster.masters().getFirst();
        frozen.pause();
        await().atMost(PATIENCE).until(() -> state(frozen) == State.DOWN);

        var pictures = new CopyOnWriteArrayList<Vitals>();
        try (var listening = worker.onPoll(pictures::add)) {
            await().atMost(PATIENCE).until(() -> pictures.size() >= 5);
        }
        assertThat(IntStream.range(1, 5)
                        .mapToObj(i -> Duration.between(
                                pictures.get(i - 1).asOf(), pictures.get(i).asOf()))
                        .sorted()
                        .toList()
                        .get(1))
                .as("the usual time between two pictures")
                .isBetween(ofMillis(500), ofMillis(2_000));
        await().atMost(PATIENCE).untilAsserted(() -> {
            var picture = worker.current();
            assertThat(picture.redis().nodes())
                    .filteredOn(node -> !node.address().endsWith(":" + frozen.port()))
                    .hasSize(5)
                    .allSatisfy(node -> assertThat(node.state()).isEqualTo(State.UP));
            assertThat(picture.reasons()).extracting(Reason::code).contains("redis-node-down");
        });

        frozen.resume();
        await().atMost(PATIENCE).until(() -> state(frozen) == State.UP);
        await().atMost(PATIENCE).until(() -> !worker.current().degraded());
    }

    @Test
    void a_killed_master_stays_visible_as_down_after_its_replica_took_over(RedisClusterHarness cluster) {
        var killed = cluster.masters().getFirst();
        cluster.killAndAwaitPromotion(killed);
        await().atMost(PATIENCE).untilAsserted(() -> {
            var picture = worker.current();
            assertThat(picture.redis().slotsCovered()).isEqualTo(16_384);
            assertThat(picture.redis().state()).isEqualTo(State.DEGRADED);
            assertThat(picture.redis().nodes())
                    .filteredOn(node -> node.address().endsWith(":" + killed.port()))
                    .extracting(NodeVitals::state)
                    .containsExactly(State.DOWN);
            assertThat(picture.reasons())
                    .filteredOn(reason -> reason.code().equals("redis-node-down"))
                    .singleElement()
                    .satisfies(reason -> assertThat(reason.message()).contains(":" + killed.port()));
        });
    }

    @Test
    void all_nodes_down_is_down_since_a_certain_time(RedisClusterHarness cluster) {
        cluster.killAll();
        await().atMost(PATIENCE).until(() -> worker.current().redis().state() == State.DOWN);
        var since = since("redis-down");
        await().atMost(PATIENCE).until(() -> worker.current().asOf().isAfter(since.plusSeconds(1)));
        assertThat(since("redis-down")).isEqualTo(since);
        assertThat(worker.current().reasons()).extracting(Reason::code).doesNotContain("redis-cluster-incomplete");
    }

    @Test
    void a_wrong_memory_policy_degrades(RedisClusterHarness cluster) {
        var node = cluster.masters().getFirst();
        node.call("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
        try {
            await().atMost(PATIENCE).until(() -> codes().contains("redis-wrong-memory-policy"));
        } finally {
            node.call("CONFIG", "SET", "maxmemory-policy", "noeviction");
        }
        await().atMost(PATIENCE).until(() -> !worker.current().degraded());
    }

    @Test
    void full_memory_degrades(RedisClusterHarness cluster) {
        cluster.fillMemory(cluster.masters().getFirst());
        await().atMost(PATIENCE).until(() -> codes().contains("redis-memory"));
    }

    @Test
    void slow_commands_are_counted(RedisClusterHarness cluster) {
        var node = cluster.masters().getFirst();
        var before =
                node.call("CONFIG", "GET", "slowlog-log-slower-than").lines().toList();
        node.call("CONFIG", "SET", "slowlog-log-slower-than", "0");
        try {
            await().atMost(PATIENCE).until(() -> codes().contains("redis-slowlog"));
        } finally {
            node.call("CONFIG", "SET", "slowlog-log-slower-than", "10000");
        }
    }

    @Test
    void the_commands_of_this_process_are_counted() {
        var key = service.keys.key("calls", "a");
        await().atMost(PATIENCE).until(() -> {
            service.send(Command.of("INCR").key(key));
            var commands = worker.current().commands();
            return commands.perSecond() > 1 && commands.p99Micros() != null;
        });
        assertThat(worker.current().commands().failuresPerSecond()).isZero();
    }

    @Test
    void the_vitals_user_can_read_no_key(RedisClusterHarness cluster) {
        service.send(Command.of("SET").key(service.keys.key("calls", "a")).arg("1"));
        var key = service.keys.key("calls", "a");
        try (var client = cluster.connect(cluster.masterOf(key.value()), "vitals")) {
            assertThat(client.text("INFO", "memory")).contains("used_memory");
            for (var forbidden : List.of("GET", "TTL")) {
                assertThatThrownBy(() -> client.call(forbidden, key.value())).hasMessageStartingWith("NOPERM");
            }
            assertThatThrownBy(() -> client.call("SLOWLOG", "GET")).hasMessageStartingWith("NOPERM");
        }
    }

    @Test
    void the_figures_are_gauges_by_node() {
        await().atMost(PATIENCE)
                .until(() ->
                        service.registry.find("hotstate.redis.node.up").gauges().size() == 6);
        assertThat(service.registry
                        .find("hotstate.redis.node.memory.used.bytes")
                        .gauges())
                .hasSize(6)
                .allSatisfy(gauge -> assertThat(gauge.value()).isPositive());
    }

    @Test
    void without_a_vitals_user_the_nodes_are_only_listed() {
        try (var blind = worker(RedisWatch.withoutUser(service.router, Clock.systemUTC()))) {
            await().atMost(PATIENCE).until(() -> {
                blind.tick();
                return blind.current().redis().nodes().size() == 6;
            });
            assertThat(blind.current().redis().nodes())
                    .extracting(NodeVitals::state)
                    .containsOnly(State.UNKNOWN);
            assertThat(blind.current().reasons()).extracting(Reason::code).containsExactly("redis-vitals-user-missing");
        }
    }

    private VitalsWorker worker(RedisWatch watched) {
        return new VitalsWorker(
                watched,
                new PostgresWatch(null, 0, service.registry, Clock.systemUTC()),
                new CacheWatch(new CacheStatistics()),
                new CommandWatch(service.router.stats()),
                new VitalsMeters(service.registry),
                Clock.systemUTC());
    }

    private State state(RedisNode node) {
        return worker.current().redis().nodes().stream()
                .filter(vitals -> vitals.address().endsWith(":" + node.port()))
                .findFirst()
                .map(NodeVitals::state)
                .orElse(State.UNKNOWN);
    }

    private List<String> codes() {
        return worker.current().reasons().stream().map(Reason::code).toList();
    }

    private Instant since(String code) {
        return worker.current().reasons().stream()
                .filter(reason -> reason.code().equals(code))
                .findFirst()
                .orElseThrow()
                .since();
    }
}
