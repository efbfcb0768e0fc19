package dev.hotstate.kit.redis.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EarlyRefreshPolicyTest {

    private static final Duration TTL = Duration.ofSeconds(100);
    private static final int READERS = 10_000;

    @ParameterizedTest
    @ValueSource(longs = {0, 50, 79, 80})
    void before_the_last_fifth_nobody_refreshes(long ageSeconds) {
        assertThat(refreshesAtAge(ageSeconds, new Random(1))).isZero();
    }

    /** Binomial with n = 10,000 and p = 0.1: mean 1,000, standard deviation 30; four of them leave 1 in 16,000. */
    @ParameterizedTest
    @ValueSource(longs = {81, 99, 100, 150})
    void in_the_last_fifth_one_reader_in_ten_refreshes(long ageSeconds) {
        assertThat(refreshesAtAge(ageSeconds, new Random(2026))).isBetween(880L, 1_120L);
    }

    @Test
    void an_age_below_zero_is_young() {
        assertThat(refreshesAtAge(-5, new Random(3))).isZero();
    }

    private static long refreshesAtAge(long ageSeconds, Random random) {
        var policy = new EarlyRefreshPolicy(random);
        return IntStream.range(0, READERS)
                .filter(reader -> policy.refreshes(Duration.ofSeconds(ageSeconds), TTL))
                .count();
    }
}
