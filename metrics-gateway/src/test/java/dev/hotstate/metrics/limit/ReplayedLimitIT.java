package dev.hotstate.metrics.limit;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same traffic through the scripts and through what replays them. */
class ReplayedLimitIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private static final int CALLS = 300;

    private final long seed = Long.getLong("hotstate.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private MetricsFixture metrics;

    static Stream<Limit> limits() {
        return AlgorithmsIT.limits();
    }

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        System.out.println("-Dhotstate.seed=" + seed);
        metrics = new MetricsFixture(cluster);
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @ParameterizedTest
    @MethodSource("limits")
    void a_replay_decides_as_the_script_does(Limit limit) {
        for (var traffic : Traffic.values()) {
            var script = new LimitAtTime(metrics, limit);
            var replay = ReplayedLimit.of(limit);
            int call = 0;
            for (long at : traffic.draw(random, limit, 2, CALLS)) {
                long hits = 1 + random.nextInt(3);
                assertThat(replay.admits(at, hits))
                        .as("call %s of %s at %s by %s", call++, traffic, at, limit)
                        .isEqualTo(script.admits(at, hits));
            }
        }
    }

    /** Its script has no clock but the expiry of its key. */
    @Test
    void a_fixed_window_begins_with_its_first_hit() {
        var replay = ReplayedLimit.of(Limit.of(Algorithm.FIXED_WINDOW, 3, ofSeconds(10)));
        long begin = 5_000_000;
        assertThat(replay.admits(begin, 2)).isTrue();
        assertThat(replay.admits(begin + 9_999_999, 2)).isFalse();
        assertThat(replay.admits(begin + 9_999_999, 1)).isTrue();
        assertThat(replay.admits(begin + 10_000_000, 3)).isTrue();
        assertThat(replay.admits(begin + 19_999_999, 1)).isFalse();
    }
}
