package dev.hotstate.dag.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EdgeFieldsTest {

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "500, 1", "501, 2", "1000, 2", "1001, 3"})
    void all_parents_are_in_fields_that_follow_each_other(int size, int expected) {
        var parents = IntStream.range(0, size).mapToObj(i -> "p" + i).toList();

        var fields = EdgeFields.of("t", parents);

        assertThat(fields).hasSize(expected);
        assertThat(fields.stream().flatMap(field -> EdgeFields.parents(field.value()).stream()))
                .containsExactlyElementsOf(parents);
        for (int number = 0; number < expected; number++) {
            var field = fields.get(number);
            assertThat(field.name()).isEqualTo(number == 0 ? "t" : "t/" + number);
            assertThat(EdgeFields.isFirst(field.name())).isEqualTo(number == 0);
            assertThat(EdgeFields.continues(field.value())).isEqualTo(number < expected - 1);
        }
    }
}
