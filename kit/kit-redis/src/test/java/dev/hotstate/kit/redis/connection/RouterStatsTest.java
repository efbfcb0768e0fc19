package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RouterStatsTest {

    private final RouterStats stats = new RouterStats();

    @Test
    void a_quantile_is_at_most_a_quarter_above_the_truth() {
        // Given
        for (int micros = 1; micros <= 10_000; micros++) {
            stats.replied(Duration.ofNanos(micros * 1000L).toNanos());
        }
        // When
        long p99 = RouterStats.quantileMicros(stats.latencies(), 0.99);
        long p50 = RouterStats.quantileMicros(stats.latencies(), 0.5);
        // Then
        assertThat(p99).isBetween(9_900L, 12_400L);
        assertThat(p50).isBetween(5_000L, 6_250L);
    }

    @Test
    void nothing_counted_has_no_quantile() {
        assertThat(RouterStats.quantileMicros(stats.latencies(), 0.99)).isZero();
    }

    @Test
    void failures_are_those_without_an_answer() {
        // When
        stats.failed(new RedisRefused("WRONGTYPE x"));
        stats.failed(new RedisTimedOut(RedisTimedOut.Reason.DEADLINE, "x"));
        stats.failed(new RedisUnavailable(RedisUnavailable.Reason.BREAKER_OPEN, "x"));
        // Then
        assertThat(stats.commands()).isEqualTo(3);
        assertThat(stats.failures()).isEqualTo(2);
    }
}
