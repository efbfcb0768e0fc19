package dev.hotstate.driver.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.redis.instance.InstanceId;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MarksIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<Integer> ALL =
            IntStream.range(0, DriverKeys.RANGES).boxed().toList();

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    @Test
    void a_silent_node_keeps_no_mark_of_another_one_and_it_is_said_which_it_may_keep(RedisClusterHarness harness) {
        try (var redis = new DriverRedis(harness)) {
            redis.markBuilt();
            var marks = new Marks(redis.router, redis.scripts, redis.keys, InstanceId.random());
            var silent = harness.masters().getFirst();
            var hers = ALL.stream()
                    .filter(range -> marksOf(redis.keys, range)
                            .anyMatch(mark -> harness.masterOf(mark.value()).equals(silent)))
                    .toList();
            harness.replicaOf(silent).call("CONFIG", "SET", "cluster-replica-no-failover", "yes");
            silent.pause();
            try {
                var left = marks.remove(ALL).await().atMost(PATIENCE);

                assertThat(left).containsExactlyInAnyOrderElementsOf(hers).hasSizeBetween(1, ALL.size() - 1);
                assertThat(marks.missing().await().atMost(PATIENCE))
                        .containsAll(ALL.stream()
                                .filter(range -> !hers.contains(range))
                                .toList());
            } finally {
                silent.resume();
                harness.replicaOf(silent).call("CONFIG", "SET", "cluster-replica-no-failover", "no");
                harness.heal();
            }
        }
    }

    private static Stream<RedisKey> marksOf(DriverKeys keys, int range) {
        return Stream.of(keys.built(DriverKeys.firstSlotOf(range)), keys.built(DriverKeys.lastSlotOf(range)));
    }
}
