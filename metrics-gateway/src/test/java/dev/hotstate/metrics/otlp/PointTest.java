package dev.hotstate.metrics.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PointTest {

    @Test
    void what_has_grown_since_the_last_time_counts() {
        assertThat(number(10, 30, 12).since(number(10, 20, 5))).contains(number(10, 30, 7));
        assertThat(number(10, 30, 12).sinceStart(10)).contains(number(10, 30, 12));
    }

    @Test
    void what_is_told_again_or_late_counts_no_more() {
        assertThat(number(10, 20, 5).since(number(10, 20, 5))).isEmpty();
        assertThat(number(10, 15, 4).since(number(10, 20, 5))).isEmpty();
        assertThat(number(5, 30, 9).since(number(10, 20, 5))).isEmpty();
    }

    @Test
    void who_begins_anew_counts_from_there_whether_it_says_so_or_not() {
        assertThat(number(25, 30, 3).since(number(10, 20, 5))).contains(number(25, 30, 3));
        assertThat(number(10, 30, 3).since(number(10, 20, 5))).contains(number(10, 30, 3));
    }

    @Test
    void of_whom_nobody_knows_since_when_the_first_point_is_the_beginning() {
        assertThat(number(0, 30, 100).sinceStart(10)).isEmpty();
        assertThat(number(0, 40, 103).since(number(0, 30, 100))).contains(number(0, 40, 3));
    }

    @Test
    void who_may_have_been_counted_and_forgotten_begins_with_its_next_point() {
        assertThat(number(9, 30, 12).sinceStart(10)).isEmpty();
    }

    @Test
    void cells_are_compared_one_by_one() {
        var before = new Point(1, 2, 10, "bounds1", Map.of(0, 2L, 3, 1L));
        var now = new Point(1, 3, 25, "bounds1", Map.of(0, 2L, 3, 4L, 5, 1L));
        assertThat(now.since(before)).contains(new Point(1, 3, 15, "bounds1", Map.of(3, 3L, 5, 1L)));
        var other = new Point(1, 3, 25, "bounds2", Map.of(0, 7L));
        assertThat(other.since(before)).contains(other);
    }

    @Test
    void an_exponential_histogram_may_have_become_coarser() {
        var before = new Point(1, 2, 10, "exp3", Map.of(4, 2L, 5, 1L, -3, 1L, Point.ZERO_CELL, 1L));
        var now = new Point(1, 3, 12, "exp2", Map.of(2, 4L, -2, 1L, Point.ZERO_CELL, 1L));
        assertThat(now.since(before)).contains(new Point(1, 3, 2, "exp2", Map.of(2, 1L)));
    }

    @Test
    void a_point_survives_being_written_down() {
        var random = new Random(3);
        for (int i = 0; i < 100; i++) {
            var point = new Point(
                    random.nextLong(Long.MAX_VALUE),
                    random.nextLong(Long.MAX_VALUE),
                    random.nextGaussian() * 1e6,
                    "exp-3",
                    Map.of(random.nextInt(), random.nextLong(), Point.ZERO_CELL, 1L));
            assertThat(Point.ofText(point.text())).isEqualTo(point);
        }
        assertThat(number(10, 20, 5).text())
                .isLessThan(number(10, 21, 5).text())
                .isLessThan(number(11, 1, 0).text());
    }

    private static Point number(long start, long time, double sum) {
        return new Point(start, time, sum, Point.NUMBER, Map.of());
    }
}
