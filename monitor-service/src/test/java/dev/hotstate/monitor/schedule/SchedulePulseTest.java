package dev.hotstate.monitor.schedule;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.partition.Partitions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulePulseTest {

    private static final long SECOND = 1_000_000_000L;

    private final SchedulePulse pulse = new SchedulePulse(TestConfig.of(Map.of("monitor.schedule.stuck-after", "60s")));

    @BeforeEach
    void itRuns() {
        pulse.started(0);
    }

    @Test
    void a_loop_that_goes_round_is_alive_with_or_without_work() {
        pulse.round(100 * SECOND);

        assertThat(pulse.isStuck(120 * SECOND)).isFalse();
    }

    @Test
    void a_loop_that_has_stopped_is_stuck() {
        assertThat(pulse.isStuck(61 * SECOND)).isTrue();
    }

    @Test
    void long_overdue_work_that_nobody_begins_is_stuck() {
        pulse.round(100 * SECOND);
        pulse.overdue(ofSeconds(70));

        assertThat(pulse.isStuck(100 * SECOND)).isTrue();
    }

    @Test
    void long_overdue_work_is_no_reason_while_something_moves() {
        pulse.round(100 * SECOND);
        pulse.overdue(ofSeconds(70));
        pulse.movesUntil(90 * SECOND);

        assertThat(pulse.isStuck(100 * SECOND)).isFalse();
    }

    @Test
    void long_overdue_work_is_no_reason_while_a_check_has_time_left() {
        pulse.round(200 * SECOND);
        pulse.overdue(ofSeconds(70));
        pulse.movesUntil(150 * SECOND);
        pulse.movesUntil(90 * SECOND);

        assertThat(pulse.isStuck(200 * SECOND)).isFalse();
        assertThat(pulse.isStuck(211 * SECOND)).isTrue();
    }

    @Test
    void what_is_put_off_again_and_again_waits_since_it_was_due() {
        for (int second = 1; second <= 100; second++) {
            pulse.round(second * SECOND);
            pulse.putOff(claimed(0, second), second * SECOND);
            pulse.putOff(claimed(second, second), second * SECOND);
        }

        assertThat(pulse.waiting(100 * SECOND)).isEqualTo(ofSeconds(100));
        assertThat(pulse.isStuck(100 * SECOND)).isTrue();
        assertThat(pulse.waiting(110 * SECOND))
                .as("others have it, or it has begun")
                .isZero();
    }

    private static Claim claimed(int due, int at) {
        return new Claim(
                Partitions.lettered('m').at(1),
                "mon_" + due,
                "1",
                Instant.ofEpochSecond(due),
                Instant.ofEpochSecond(at),
                1,
                false);
    }

    @Test
    void what_is_not_known_to_be_overdue_is_no_reason() {
        pulse.round(100 * SECOND);
        pulse.overdue(Duration.ZERO);

        assertThat(pulse.isStuck(100 * SECOND)).isFalse();
    }

    @Test
    void one_that_has_left_or_never_ran_is_not_stuck() {
        pulse.stopped();

        assertThat(pulse.isStuck(1_000 * SECOND)).isFalse();
    }

    @Test
    void who_is_stuck_fails_the_liveness_of_its_process_and_says_for_how_long() {
        pulse.started(System.nanoTime() - 61 * SECOND);
        pulse.overdue(ofSeconds(70));

        var health = new ScheduleHealthCheck(pulse).call();

        assertThat(health.getStatus()).isEqualTo(HealthCheckResponse.Status.DOWN);
        assertThat(health.getData().orElseThrow()).containsEntry("overdue-seconds", 70L);
    }
}
