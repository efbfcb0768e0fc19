package dev.hotstate.monitor.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhaseTimesTest {

    @Test
    void reads_five_numbers() {
        assertThat(PhaseTimes.read("1200,34,0,56789,7")).isEqualTo(new PhaseTimes(1_200, 34, 0, 56_789, 7));
    }

    /** HotMonitors takes it for a word of another version, which costs one monitor and not the page. */
    @ParameterizedTest
    @ValueSource(strings = {"1,2,3,4,5,6", "1,-2,3,4,5", "dns:1", "1;2;3;4;5"})
    void what_is_something_else_is_refused(String packed) {
        assertThatThrownBy(() -> PhaseTimes.read(packed)).isInstanceOf(IllegalArgumentException.class);
    }
}
