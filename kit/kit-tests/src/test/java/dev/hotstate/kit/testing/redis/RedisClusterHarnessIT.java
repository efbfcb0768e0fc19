package dev.hotstate.kit.testing.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.redis.RedisRefusal;
import dev.hotstate.kit.backends.redis.RespClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RedisClusterHarnessIT {

    private static final String KEY = "test:probe:counter:a";

    @RegisterExtension
    static final RedisClusterExtension redis = RedisClusterHarness.plan()
            .user("probe", "get", "set", "incr", "mget", "eval", "cluster|slots")
            .shared();

    @Test
    void there_are_three_masters_and_three_replicas(RedisClusterHarness cluster) {
        assertThat(cluster.masters()).hasSize(3);
        assertThat(cluster.replicas()).hasSize(3);
        assertThat(cluster.hosts("probe")).contains("redis://probe:" + cluster.password("probe") + "@127.0.0.1:");
    }

    @Test
    void slots_are_computed_as_redis_does(RedisClusterHarness cluster) {
        var node = cluster.nodes().getFirst();
        for (var key : new String[] {KEY, "a", "{a}b", "a{b}c{d}", "a{}b", "ümläut{é}", "{"}) {
            assertThat((long) HashSlot.of(key)).as(key).isEqualTo(Long.parseLong(node.call("CLUSTER", "KEYSLOT", key)));
        }
    }

    @Test
    void a_user_may_touch_its_own_keys_only(RedisClusterHarness cluster) {
        try (var client = cluster.connect(cluster.masterOf(KEY), "probe")) {
            assertThat(client.number("INCR", KEY)).isEqualTo(1);
            assertThatThrownBy(() -> client.call("GET", "test:other:counter:a"))
                    .isInstanceOf(RedisRefusal.class)
                    .hasMessageStartingWith("NOPERM");
            assertThatThrownBy(() -> client.call("FLUSHALL")).hasMessageStartingWith("NOPERM");
        }
    }

    @Test
    void every_promotion_is_told_with_when_the_old_master_gave_way(RedisClusterHarness cluster) {
        var begin = Instant.now();
        var old = cluster.masterOf(KEY);
        var successor = cluster.pauseAndAwaitPromotion(old);
        var woken = Instant.now();
        old.resume();
        cluster.awaitHealthy();

        var promotions = cluster.promotionsSince(begin);

        assertThat(promotions).singleElement().satisfies(promotion -> {
            assertThat(promotion.node()).isSameAs(successor);
            assertThat(promotion.won()).isBetween(begin, woken);
            assertThat(promotion.obeyed()).isBetween(woken, Instant.now());
        });
        assertThat(cluster.promotionsSince(Instant.now())).isEmpty();
    }

    @Test
    void a_killed_master_is_replaced_and_comes_back_as_a_replica(RedisClusterHarness cluster) {
        var old = cluster.masterOf(KEY);

        var successor = cluster.killAndAwaitPromotion(old);

        assertThat(cluster.masterOf(KEY)).isSameAs(successor);
        old.restart();
        cluster.awaitHealthy();
        assertThat(cluster.replicaOf(successor)).isSameAs(old);
    }

    @Test
    void a_frozen_master_is_replaced_and_steps_down_when_it_wakes_up(RedisClusterHarness cluster) {
        var old = cluster.masterOf(KEY);

        var successor = cluster.pauseAndAwaitPromotion(old);

        assertThatThrownBy(() -> old.connect(Duration.ofMillis(200))).isInstanceOf(BackendFailure.class);
        old.resume();
        cluster.awaitHealthy();
        assertThat(cluster.replicaOf(successor)).isSameAs(old);
    }

    @ParameterizedTest
    @EnumSource(FailoverMode.class)
    void a_replica_takes_over_on_demand(FailoverMode mode, RedisClusterHarness cluster) {
        // Each mode on another shard: one shard has to wait between failovers.
        var master = cluster.masters().get(mode.ordinal());
        var replica = cluster.replicaOf(master);

        cluster.failover(replica, mode);

        cluster.awaitHealthy();
        assertThat(cluster.masterOf(master)).isSameAs(replica);
    }

    @Test
    void a_slot_moves_with_its_keys(RedisClusterHarness cluster) {
        int slot = HashSlot.of("{tag}");
        var source = cluster.masterOfSlot(slot);
        var target = cluster.otherMaster(slot);
        IntStream.range(0, 250).forEach(i -> source.call("SET", "test:probe:x:{tag}" + i, "1"));

        cluster.moveSlot(slot, target);

        assertThat(cluster.masterOfSlot(slot)).isSameAs(target);
        assertThat(target.call("CLUSTER", "COUNTKEYSINSLOT", Integer.toString(slot)))
                .isEqualTo("250");
        assertThat(source.call("CLUSTER", "COUNTKEYSINSLOT", Integer.toString(slot)))
                .isEqualTo("0");
    }

    @Test
    void a_move_can_be_held_halfway(RedisClusterHarness cluster) {
        int slot = HashSlot.of("{half}");
        var source = cluster.masterOfSlot(slot);
        source.call("SET", "test:probe:x:{half}a", "1");
        source.call("SET", "test:probe:x:{half}b", "1");

        try (var move = cluster.beginMove(slot, cluster.otherMaster(slot));
                var client = cluster.connect(source, "probe")) {
            move.migrateKeys(List.of("test:probe:x:{half}a"));

            assertThat(move.keysLeft()).isEqualTo(1);
            assertThat(client.text("GET", "test:probe:x:{half}b")).isEqualTo("1");
            assertThatThrownBy(() -> client.call("GET", "test:probe:x:{half}a")).hasMessageStartingWith("ASK");
            assertThatThrownBy(() -> client.call("MGET", "test:probe:x:{half}a", "test:probe:x:{half}b"))
                    .hasMessageStartingWith("TRYAGAIN");
        }

        assertThat(cluster.masterOfSlot(slot)).isNotSameAs(source);
    }

    @Test
    void healing_undoes_a_move_that_was_left_halfway(RedisClusterHarness cluster) {
        int slot = HashSlot.of("{half}");
        var source = cluster.masterOfSlot(slot);
        cluster.beginMove(slot, cluster.otherMaster(slot));

        cluster.heal();

        assertThat(source.call("CLUSTER", "NODES")).doesNotContain("[");
        assertThat(cluster.masterOfSlot(slot)).isSameAs(source);
    }

    @Test
    void all_nodes_go_down_and_come_back(RedisClusterHarness cluster) {
        cluster.killAll();

        assertThat(cluster.nodes()).noneMatch(node -> node.process().isAlive());
        cluster.restartAll();
        assertThat(cluster.masters()).hasSize(3);
        assertThat(cluster.masterOf(KEY).call("SET", KEY, "1")).isEqualTo("OK");
    }

    @Test
    void a_full_node_refuses_writes_and_still_reads(RedisClusterHarness cluster) {
        var master = cluster.masterOf(KEY);
        master.call("SET", KEY, "1");

        cluster.fillMemory(master);

        assertThatThrownBy(() -> master.call("SET", KEY, "2")).hasMessageStartingWith("OOM");
        assertThat(master.call("GET", KEY)).isEqualTo("1");
        cluster.heal();
        assertThat(master.call("SET", KEY, "2")).isEqualTo("OK");
    }

    @Test
    void a_rotated_password_is_asked_of_new_connections(RedisClusterHarness cluster) {
        var node = cluster.masterOf(KEY);
        var old = cluster.password("probe");
        try (var client = cluster.connect(node, "probe")) {
            var rotated = cluster.rotatePassword("probe");

            assertThat(rotated).isNotEqualTo(old).isEqualTo(cluster.password("probe"));
            assertThat(client.number("INCR", KEY)).isEqualTo(1);
            assertThatThrownBy(() -> login(node, old)).hasMessageStartingWith("WRONGPASS");
            cluster.killClients("probe");
            assertThatThrownBy(() -> client.call("GET", KEY)).isInstanceOf(BackendFailure.class);
        }

        cluster.heal();
        assertThat(cluster.password("probe")).isEqualTo(old);
        login(node, old);
    }

    @Test
    void flushed_scripts_are_gone_everywhere(RedisClusterHarness cluster) {
        var sha = cluster.nodes().stream()
                .map(node -> node.call("SCRIPT", "LOAD", "return 1"))
                .findFirst()
                .orElseThrow();

        cluster.flushScripts();

        for (var node : cluster.nodes()) {
            assertThat(node.call("SCRIPT", "EXISTS", sha)).isEqualTo("[0]");
        }
    }

    private static void login(RedisNode node, String password) {
        RespClient.connect(RedisNode.HOST, node.port()).login("probe", password).close();
    }
}
