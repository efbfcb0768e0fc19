package dev.hotstate.monitor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.vitals.Vitals;
import dev.hotstate.kit.redis.vitals.Vitals.Breaker;
import dev.hotstate.kit.redis.vitals.Vitals.CacheVitals;
import dev.hotstate.kit.redis.vitals.Vitals.CommandVitals;
import dev.hotstate.kit.redis.vitals.Vitals.NodeVitals;
import dev.hotstate.kit.redis.vitals.Vitals.PostgresVitals;
import dev.hotstate.kit.redis.vitals.Vitals.RedisVitals;
import dev.hotstate.kit.redis.vitals.Vitals.Role;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryGateTest {

    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
    private static final Partition PARTITION = Partitions.lettered('m').at(3);

    @Test
    void a_node_may_use_seventy_percent() {
        assertThat(isFull(node("one", 700L, 1_000L))).isFalse();
        assertThat(isFull(node("one", 701L, 1_000L))).isTrue();
    }

    @Test
    void only_the_master_of_the_partition_counts() {
        assertThat(isFull(node("one", 100L, 1_000L), node("other", 999L, 1_000L)))
                .isFalse();
    }

    @Test
    void what_is_not_known_and_what_has_no_limit_is_not_full() {
        assertThat(isFull()).isFalse();
        assertThat(isFull(node("one", null, null))).isFalse();
        assertThat(isFull(node("one", 5_000L, 0L))).isFalse();
        var lost = new MemoryGate(() -> vitals(node("one", 999L, 1_000L)), partition -> null, 0.7);
        assertThat(lost.isFull(PARTITION)).isFalse();
    }

    private static boolean isFull(NodeVitals... nodes) {
        return new MemoryGate(() -> vitals(nodes), partition -> "one", 0.7).isFull(PARTITION);
    }

    private static Vitals vitals(NodeVitals... nodes) {
        return new Vitals(
                NOW,
                false,
                List.of(),
                new RedisVitals(State.UP, "ok", 16_384, List.of(nodes)),
                new PostgresVitals(State.UP, NOW, null, null, null),
                new CacheVitals(0, 0, null),
                new CommandVitals(0, 0, null));
    }

    private static NodeVitals node(String address, Long used, Long max) {
        return new NodeVitals(
                address,
                Role.MASTER,
                State.UP,
                Breaker.CLOSED,
                NOW,
                5_461,
                used,
                max,
                "noeviction",
                1L,
                100L,
                1L,
                0L,
                0L,
                1L,
                1.0);
    }
}
