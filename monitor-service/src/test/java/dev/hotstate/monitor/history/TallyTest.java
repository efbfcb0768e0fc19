package dev.hotstate.monitor.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TallyTest {

    @Test
    void unknown_neither_raises_nor_lowers_uptime() {
        assertThat(new Tally(99, 1, 0).uptime()).hasValue(0.99);
        assertThat(new Tally(99, 1, 500).uptime()).hasValue(0.99);
    }

    @Test
    void a_time_that_nobody_watched_is_not_a_hundred_percent() {
        assertThat(Tally.NONE.uptime()).isEmpty();
        assertThat(new Tally(0, 0, 60).uptime()).isEmpty();
        assertThat(new Tally(0, 0, 60).coverage()).hasValue(0);
    }

    @Test
    void tallies_of_parts_add_up_to_that_of_the_whole() {
        var day = new Tally(10, 2, 3).plus(new Tally(20, 0, 1));

        assertThat(day).isEqualTo(new Tally(30, 2, 4));
        assertThat(day.coverage()).hasValue(32.0 / 36);
    }
}
