package dev.hotstate.dag.platform;

import static dev.hotstate.dag.platform.CallParts.CHARACTERS_MAX;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallPartsTest {

    @Test
    void what_fits_stays_together() {
        assertThat(CallParts.of(List.of("a", "b"), 2, String::length)).containsExactly(List.of("a", "b"));
        assertThat(CallParts.of(List.<String>of(), 2)).isEmpty();
    }

    @Test
    void no_part_has_more_than_may_be() {
        assertThat(CallParts.of(List.of(1, 2, 3, 4, 5), 2)).containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
    }

    @Test
    void no_part_is_larger_than_may_be_and_a_giant_is_alone() {
        var half = "x".repeat(CHARACTERS_MAX / 2);
        var giant = "x".repeat(3 * CHARACTERS_MAX);

        assertThat(CallParts.of(List.of(half, half, "a", giant, "b", "c"), 100, String::length))
                .containsExactly(List.of(half, half), List.of("a"), List.of(giant), List.of("b", "c"));
    }

    @Test
    void nothing_is_left_out() {
        var many = Collections.nCopies(1_000, "x".repeat(100));

        assertThat(CallParts.of(many, 60, String::length)).hasSize(17).allMatch(part -> part.size() <= 60);
        assertThat(CallParts.of(many, 60, String::length).stream()
                        .mapToInt(List::size)
                        .sum())
                .isEqualTo(1_000);
    }
}
