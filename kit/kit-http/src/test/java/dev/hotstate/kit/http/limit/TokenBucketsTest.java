package dev.hotstate.kit.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {

    private long nanos = 1;
    private final TokenBuckets buckets = new TokenBuckets(3, 2, 100, () -> nanos);

    @Test
    void a_burst_is_allowed_and_then_refused() {
        assertThat(buckets.take("a").allowed()).isTrue();
        assertThat(buckets.take("a").allowed()).isTrue();
        assertThat(buckets.take("a").remaining()).isZero();

        var refused = buckets.take("a");

        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofMillis(500));
        assertThat(refused.full()).isEqualTo(Duration.ofMillis(1500));
    }

    @Test
    void tokens_come_back_at_the_rate() {
        drain("a");

        nanos += Duration.ofMillis(500).toNanos();

        assertThat(buckets.take("a").allowed()).isTrue();
        assertThat(buckets.take("a").allowed()).isFalse();
    }

    @Test
    void a_refused_request_costs_nothing() {
        drain("a");
        for (int i = 0; i < 1000; i++) {
            buckets.take("a");
        }

        nanos += Duration.ofMillis(500).toNanos();

        assertThat(buckets.take("a").allowed()).isTrue();
    }

    @Test
    void callers_do_not_share() {
        drain("a");

        assertThat(buckets.take("b").allowed()).isTrue();
    }

    @Test
    void a_pause_never_gives_more_than_the_burst() {
        drain("a");
        nanos += Duration.ofHours(1).toNanos();

        drain("a");

        assertThat(buckets.take("a").allowed()).isFalse();
    }

    @Test
    void looking_takes_nothing() {
        buckets.look("a");
        buckets.look("a");

        assertThat(buckets.look("a").remaining()).isEqualTo(3);
    }

    private void drain(String caller) {
        for (int i = 0; i < 3; i++) {
            assertThat(buckets.take(caller).allowed()).isTrue();
        }
    }
}
