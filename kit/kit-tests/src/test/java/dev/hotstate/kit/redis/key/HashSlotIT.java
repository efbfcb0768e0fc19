package dev.hotstate.kit.redis.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashSlotIT {

    /** Mostly what decides about tags. */
    private static final String ALPHABET = "{}{}{}ab:1\u00fc\u20ac ";

    @RegisterExtension
    static final RedisClusterExtension redis = ProbeService.plan().shared();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "{}",
                "{}a",
                "{a}{b}",
                "{{a}}",
                "a{b",
                "a}b{",
                "{a",
                "}",
                "x{}{y}",
                "{a}b{c}",
                "\u00fc{\u20ac}"
            })
    void an_odd_tag_counts_as_redis_counts_it(String key, RedisClusterHarness cluster) {
        assertThat(HashSlot.of(key)).isEqualTo(slotByRedis(cluster, key));
    }

    @Test
    void any_key_has_the_slot_that_redis_gives_it(RedisClusterHarness cluster) {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            var key = random.ints(1 + random.nextInt(12), 0, ALPHABET.length())
                    .map(ALPHABET::charAt)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            assertThat(HashSlot.of(key)).as("seed %d, key %s", seed, key).isEqualTo(slotByRedis(cluster, key));
        }
    }

    private static int slotByRedis(RedisClusterHarness cluster, String key) {
        return Integer.parseInt(cluster.nodes().getFirst().call("CLUSTER", "KEYSLOT", key));
    }
}
