package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodesTest {

    @Test
    void each_master_gets_a_lane_per_event_loop() {
        assertThat(Nodes.shares(3, 2, 12)).containsExactly(2, 2, 2);
    }

    @Test
    void what_does_not_divide_goes_to_the_first_masters() {
        assertThat(Nodes.shares(3, 8, 5)).containsExactly(2, 2, 1);
        assertThat(Nodes.shares(5, 8, 12)).containsExactly(3, 3, 2, 2, 2);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 5", "3, 1, 5", "3, 8, 5", "3, 8, 20", "6, 2, 12", "7, 16, 20"})
    void all_together_are_at_least_five_and_at_most_the_configured_maximum(int masters, int loops, int max) {
        assertThat(Arrays.stream(Nodes.shares(masters, loops, max)).sum()).isBetween(5, max);
    }

    @Test
    void every_master_has_a_lane_even_if_there_are_more_masters_than_the_maximum() {
        assertThat(Nodes.shares(21, 8, 20)).hasSize(21).containsOnly(1);
    }
}
