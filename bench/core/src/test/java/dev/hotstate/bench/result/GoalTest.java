package dev.hotstate.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GoalTest {

    private static final Spread TWO = Spread.of(List.of(1.0, 2.0, 30.0));

    @Test
    void a_limit_that_must_not_be_passed_is_kept_by_the_median() {
        assertThat(Goal.atMost("kit", "p99 ms", 2).isMetBy(TWO)).isTrue();
        assertThat(Goal.atMost("kit", "p99 ms", 1.99).isMetBy(TWO)).isFalse();
    }

    @Test
    void a_limit_that_must_be_reached_is_reached_by_the_median() {
        assertThat(Goal.atLeast("kit", "ops/s", 2).isMetBy(TWO)).isTrue();
        assertThat(Goal.atLeast("kit", "ops/s", 2.01).isMetBy(TWO)).isFalse();
    }

    @Test
    void says_what_it_asks_for() {
        assertThat(Goal.atMost("kit", "p99 ms", 5).sentence("5.00")).isEqualTo("Goal: p99 ms of kit at most 5.00");
        assertThat(Goal.atLeast("kit", new Comparison("ops/s", "raw"), 3).sentence("3.00"))
                .isEqualTo("Goal: ops/s of kit at least 3.00 times that of raw");
    }
}
