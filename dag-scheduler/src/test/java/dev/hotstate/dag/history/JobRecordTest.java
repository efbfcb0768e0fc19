package dev.hotstate.dag.history;

import static dev.hotstate.dag.history.Events.job;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobRecordTest {

    private final JobRecord fresh = new JobRecord("PENDING", false, null, null, null, null, null, 0);
    private final JobRecord ended = fresh.after(job(1, "RUNNING", "").event())
            .after(job(2, "COMPLETED", "").event());

    @Test
    void a_run_leaves_when_it_began_and_ended() {
        assertThat(ended.status()).isEqualTo("COMPLETED");
        assertThat(ended.startedAt()).isBefore(ended.finishedAt());
    }

    /** A new master that did not get the end. */
    @ParameterizedTest
    @CsvSource({"RUNNING,''", "PAUSED,''", "CANCELLING,FAILED task a failed"})
    void what_redis_does_without_knowing_of_an_end_does_not_take_it_back(String status, String detail) {
        assertThat(ended.after(job(3, status, detail).event())).isEqualTo(ended);
    }

    @Test
    void of_two_ends_the_newer_one_counts() {
        assertThat(ended.after(job(3, "CANCELLED", "by hand").event()).status()).isEqualTo("CANCELLED");
    }
}
