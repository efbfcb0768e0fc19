package dev.hotstate.kit.http.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscreetSpansTest {

    @ParameterizedTest
    @CsvSource({
        "/,                         /",
        "/drivers,                  /drivers",
        "/drivers/ann/location,     /drivers/*",
        "/ping/a-token,             /ping/*",
        "/ping/,                    /ping/*",
    })
    void only_the_first_part_of_a_path_is_told(String path, String told) {
        assertThat(DiscreetSpans.firstPart(path)).isEqualTo(told);
    }
}
