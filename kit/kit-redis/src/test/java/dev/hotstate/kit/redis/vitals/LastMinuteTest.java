package dev.hotstate.kit.redis.vitals;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class LastMinuteTest {

    private final LastMinute growth = new LastMinute();

    @Test
    void the_first_total_is_where_counting_begins() {
        assertThat(at(0, 500)).isZero();
        assertThat(at(1, 503)).isEqualTo(3);
    }

    @Test
    void growth_older_than_a_minute_is_forgotten() {
        at(0, 0);
        assertThat(at(1, 10)).isEqualTo(10);
        assertThat(at(30, 15)).isEqualTo(15);
        assertThat(at(61, 15)).isEqualTo(15);
        assertThat(at(62, 15)).isEqualTo(5);
        assertThat(at(91, 15)).isZero();
    }

    @Test
    void a_clock_that_is_set_back_makes_no_growth_last_longer() {
        at(1000, 0);
        at(1001, 10);
        assertThat(at(5, 12)).isEqualTo(2);
        assertThat(at(66, 12)).isZero();
    }

    @Test
    void a_total_that_was_reset_counts_on() {
        at(0, 100);
        assertThat(at(1, 104)).isEqualTo(4);
        assertThat(at(2, 0)).isEqualTo(4);
        assertThat(at(3, 2)).isEqualTo(6);
    }

    private long at(long second, long total) {
        return growth.update(Instant.ofEpochSecond(second), total);
    }
}
