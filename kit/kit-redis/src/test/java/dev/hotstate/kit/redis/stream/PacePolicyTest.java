package dev.hotstate.kit.redis.stream;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PacePolicyTest {

    @Test
    void a_quiet_stream_is_looked_at_less_and_less_down_to_once_a_second() {
        assertThat(IntStream.rangeClosed(1, 7).mapToObj(times -> PacePolicy.afterNothing(times, Duration.ofSeconds(1))))
                .containsExactly(
                        ofMillis(50),
                        ofMillis(100),
                        ofMillis(200),
                        ofMillis(400),
                        ofMillis(800),
                        ofSeconds(1),
                        ofSeconds(1));
    }

    @Test
    void what_comes_is_gathered_unless_a_batch_is_full_or_somebody_waits() {
        assertThat(PacePolicy.afterRound(1, 500, false, 0, Duration.ofSeconds(1)))
                .isEqualTo(ofMillis(200));
        assertThat(PacePolicy.afterRound(500, 500, false, 0, Duration.ofSeconds(1)))
                .isZero();
        assertThat(PacePolicy.afterRound(1, 500, true, 0, Duration.ofSeconds(1)))
                .isZero();
        assertThat(PacePolicy.afterRound(0, 500, true, 3, Duration.ofSeconds(1)))
                .isZero();
        assertThat(PacePolicy.afterRound(0, 500, false, 2, Duration.ofSeconds(1)))
                .isEqualTo(ofMillis(100));
    }

    @Test
    void trouble_is_tried_again_after_100_ms_up_to_ten_seconds() {
        assertThat(PacePolicy.afterFailures(1)).isEqualTo(ofMillis(100));
        assertThat(PacePolicy.afterFailures(4)).isEqualTo(ofMillis(800));
        assertThat(PacePolicy.afterFailures(100)).isEqualTo(ofSeconds(10));
    }

    @Test
    void no_number_of_rounds_overflows() {
        assertThat(PacePolicy.afterNothing(Integer.MAX_VALUE, Duration.ofSeconds(1)))
                .isEqualTo(Duration.ofSeconds(1));
    }
}
