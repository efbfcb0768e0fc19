package dev.hotstate.bench.load;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    /** System.nanoTime may be anything, negative too. */
    private static final long START = -5_000_000_000L;

    private final Schedule open = Schedule.of(Load.open(1, 1_000, ofSeconds(2)), START);

    @Test
    void the_first_request_of_an_open_loop_is_due_at_the_start() {
        assertThat(open.due(START)).isEqualTo(1);
        assertThat(open.due(START - 1)).isZero();
    }

    @Test
    void an_open_loop_owes_the_requests_of_a_stall_although_none_was_sent() {
        assertThat(open.due(after(ofMillis(500)))).isEqualTo(501);
    }

    @Test
    void an_open_loop_ends_after_rate_times_duration() {
        assertThat(open.due(after(ofSeconds(60)))).isEqualTo(2_000);
        assertThat(open.isOver(1_999, after(ofSeconds(60)))).isFalse();
        assertThat(open.isOver(2_000, after(ofSeconds(2)))).isTrue();
    }

    @Test
    void latency_counts_from_the_time_a_request_was_due() {
        assertThat(open.intendedNanos(500, after(ofSeconds(1)))).isEqualTo(after(ofMillis(500)));
    }

    @Test
    void a_rate_that_divides_no_second_does_not_drift() {
        // Given
        var thirds = Schedule.of(Load.open(1, 30_000, ofSeconds(3_600)), START);
        // When
        long last = thirds.intendedNanos(30_000L * 3_600, START);
        // Then
        assertThat(last).isEqualTo(after(ofSeconds(3_600)));
    }

    @Test
    void every_request_is_due_exactly_from_its_intended_time_on() {
        for (int perSecond : new int[] {1, 7, 999, 5_000, 77_777}) {
            var schedule = Schedule.of(Load.open(1, perSecond, ofSeconds(2)), START);
            for (int i = 1; i < perSecond; i++) {
                long intended = schedule.intendedNanos(i, START);
                assertThat(schedule.due(intended + 1)).isGreaterThan(i);
                assertThat(schedule.due(intended - 1)).isLessThanOrEqualTo(i);
            }
        }
    }

    @Test
    void idle_time_is_negative_once_a_request_waits_for_a_connection() {
        assertThat(open.idleNanos(10, after(ofMillis(8)))).isEqualTo(ofMillis(2).toNanos());
        assertThat(open.idleNanos(10, after(ofMillis(12))))
                .isEqualTo(ofMillis(-2).toNanos());
    }

    @Test
    void a_closed_loop_sends_whenever_there_is_room_until_its_end() {
        // Given
        var closed = Schedule.of(Load.closed(1, 1, ofSeconds(1)), START);
        // When, Then
        assertThat(closed.due(after(ofMillis(999)))).isEqualTo(Long.MAX_VALUE);
        assertThat(closed.due(after(ofSeconds(1)))).isZero();
        assertThat(closed.isOver(0, after(ofSeconds(1)))).isTrue();
    }

    private static long after(Duration duration) {
        return START + duration.toNanos();
    }
}
