package dev.hotstate.bench.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedisMeterTest {

    @Test
    void the_time_of_a_command_stands_among_its_other_statistics() {
        assertThat(RedisMeter.scriptMicros("calls=7,usec=210,usec_per_call=30.00,rejected_calls=0"))
                .isEqualTo(210);
    }

    @Test
    void the_longest_of_a_thousand_calls_stands_among_its_percentiles() {
        assertThat(RedisMeter.percentileMicros("99.9", "p50=21.119,p99=36.095,p99.9=63.231"))
                .isEqualTo(63.231);
        assertThat(RedisMeter.percentileMicros("99.9", "")).isZero();
    }

    @Test
    void a_command_that_was_never_called_took_no_time() {
        assertThat(RedisMeter.scriptMicros("")).isZero();
    }
}
