package dev.hotstate.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void the_median_of_an_odd_number_of_values_is_the_middle_one() {
        assertThat(Spread.of(List.of(9.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 9));
    }

    @Test
    void the_median_of_an_even_number_of_values_lies_between_the_middle_two() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 100.0))).isEqualTo(new Spread(3, 1, 100));
    }

    @Test
    void there_is_no_spread_of_nothing() {
        assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
