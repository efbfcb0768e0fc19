package dev.hotstate.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTableTest {

    @Test
    void numbers_show_three_digits_that_matter() {
        assertThat(List.of(0.0, 0.01234, 0.9998, 1.0649, 12.345, 99.97, 123.45, 71_234.5))
                .extracting(ResultTable::number)
                .containsExactly("0", "0.012", "1.00", "1.06", "12.3", "100", "123", "71,235");
    }
}
