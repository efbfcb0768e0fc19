package dev.hotstate.metrics.limit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.hotstate.metrics.limit.LimitStore.Form;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {

    @ParameterizedTest
    @CsvSource({
        "FIXED_WINDOW, 200",
        "SLIDING_LOG, 100",
        "SLIDING_COUNTER, 200",
        "SUB_WINDOW_RING, 100",
        "TOKEN_BUCKET, 120",
        "GCRA, 120"
    })
    void each_algorithm_states_what_the_worst_window_can_let_pass(Algorithm algorithm, long bound) {
        assertThat(Limit.of(algorithm, 100, ofMinutes(1)).withBurst(20).bound()).isEqualTo(bound);
    }

    @Test
    void where_there_are_bursts_no_call_may_be_larger_than_one() {
        var bucket = Limit.of(Algorithm.TOKEN_BUCKET, 100, ofMinutes(1)).withBurst(20);
        assertThat(bucket.callMax()).isEqualTo(20);
        assertThat(Limit.of(Algorithm.FIXED_WINDOW, 100, ofMinutes(1)).callMax())
                .isEqualTo(100);
    }

    @Test
    void a_part_of_a_limit_is_as_people_reckon_it() {
        var limit = Limit.of(Algorithm.GCRA, 100, ofMinutes(1));
        assertThat(limit.times(0.29).hits()).isEqualTo(29);
        assertThat(limit.times(0.299).hits()).isEqualTo(29);
        assertThat(limit.times(0.001).hits()).isEqualTo(1);
    }

    @Test
    void a_large_log_is_kept_as_a_ring_and_a_large_window_as_a_number() {
        assertThat(formOf(Algorithm.SLIDING_LOG, 128)).isEqualTo(LimitStore.SLIDING_LOG);
        assertThat(formOf(Algorithm.SLIDING_LOG, 129)).isEqualTo(LimitStore.SUB_WINDOWS);
        assertThat(formOf(Algorithm.FIXED_WINDOW, 128)).isEqualTo(LimitStore.FIXED_LOG);
        assertThat(formOf(Algorithm.FIXED_WINDOW, 129)).isEqualTo(LimitStore.FIXED_COUNT);
    }

    @Test
    void what_no_script_could_keep_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Limit.of(Algorithm.GCRA, 0, ofMinutes(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(Algorithm.GCRA, Limit.HITS_MAX + 1, ofMinutes(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Limit.of(Algorithm.GCRA, 1, ofMillis(99)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(Algorithm.GCRA, 1, Limit.WINDOW_MAX.plusMillis(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(Algorithm.GCRA, 1, ofMinutes(1)).withBurst(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(Algorithm.GCRA, 1, ofMinutes(1)).withParts(61));
    }

    private static Form formOf(Algorithm algorithm, long hits) {
        return Form.of(Limit.of(algorithm, hits, ofMinutes(1)).affordable());
    }
}
