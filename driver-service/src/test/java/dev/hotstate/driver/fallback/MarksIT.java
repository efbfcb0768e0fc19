package dev.hotstate.driver.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.redis.connection.Command;
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
    void of_a_silent_node_nobody_says_that_it_lost_something_and_of_the_others_it_is_said(RedisClusterHarness harness) {
        try (var redis = new DriverRedis(harness)) {
            ALL.stream().flatMap(range -> marksOf(redis.keys, range)).forEach(mark -> {
                redis.send(Command.of("DEL").key(mark));
                redis.send(Command.of("HSET").key(mark).arg("another process").arg(1));
            });
            var marks = new Marks(redis.router, redis.scripts, redis.keys, InstanceId.random());
            var silent = harness.masters().getFirst();
            var hers = ALL.stream()
                    .filter(range -> marksOf(redis.keys, range)
                            .anyMatch(mark -> harness.masterOf(mark.value()).equals(silent)))
                    .toList();
            harness.replicaOf(silent).call("CONFIG", "SET", "cluster-replica-no-failover", "yes");
            silent.pause();
            try {
                assertThat(hers).hasSizeBetween(1, ALL.size() - 1);
                assertThat(marks.missing().await().atMost(PATIENCE))
                        .containsAll(ALL.stream()
                                .filter(range -> !hers.contains(range))
                                .toList())
                        .doesNotContainAnyElementsOf(hers.stream()
                                .filter(range -> isWhole(redis, harness, range, silent))
                                .toList());
            } finally {
                silent.resume();
                harness.replicaOf(silent).call("CONFIG", "SET", "cluster-replica-no-failover", "no");
                harness.heal();
            }
        }
    }

    /** A range where one node ends has a mark on the next one, too. */
    private static boolean isWhole(DriverRedis redis, RedisClusterHarness harness, int range, RedisNode node) {
        return marksOf(redis.keys, range)
                .allMatch(mark -> harness.masterOf(mark.value()).equals(node));
    }

    private static Stream<RedisKey> marksOf(DriverKeys keys, int range) {
        return Stream.of(keys.built(DriverKeys.firstSlotOf(range)), keys.built(DriverKeys.lastSlotOf(range)));
    }
}
