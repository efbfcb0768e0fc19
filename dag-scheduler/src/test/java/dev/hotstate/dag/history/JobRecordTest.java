package dev.hotstate.dag.history;

import static dev.hotstate.dag.history.Events.job;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobRecordTest {

    private final JobRecord fresh = new JobRecord(1, "PENDING", false, null, null, null, null, null, false, 0);
    private final JobRecord begun = fresh.after(job(1, "RUNNING", "").event());
    private final JobRecord ended = begun.after(job(2, "COMPLETED", "").event());

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

    @ParameterizedTest
    @CsvSource({"CANCELLED,by hand", "FAILED,its deadline passed", "FAILED,''"})
    void of_two_ends_the_first_one_counts(String status, String detail) {
        assertThat(ended.after(job(3, status, detail).event())).isEqualTo(ended);
    }

    @Test
    void a_job_that_redis_had_taken_to_be_stopped_ends_so_where_it_has_lost_that() {
        var stopped = begun.after(job(2, "CANCELLING", "CANCELLED by hand").event())
                .after(job(3, "COMPLETED", "").event());
        assertThat(stopped.status()).isEqualTo("CANCELLED");
        assertThat(stopped.reason()).isEqualTo("by hand");
        assertThat(stopped.finishedAt()).isNotNull();
    }

    /** Or a deadline, or a failure, was before whoever asked. */
    @Test
    void a_job_that_ends_as_stopped_ends_as_redis_says() {
        var stopped = marked(true).after(job(2, "FAILED", "its deadline passed").event());
        assertThat(stopped.status()).isEqualTo("FAILED");
        assertThat(stopped.reason()).isEqualTo("its deadline passed");
    }

    /** Whoever asked was told so. */
    @Test
    void a_job_that_ended_before_redis_heard_that_it_shall_be_stopped_ended_well() {
        var ended = marked(false).after(job(2, "COMPLETED", "").event());
        assertThat(ended.status()).isEqualTo("COMPLETED");
        assertThat(ended.cancelling()).isNull();
    }

    /** A version that does not know of it takes the mark away and leaves this. */
    @Test
    void what_redis_had_taken_of_an_earlier_run_is_forgotten_when_one_begins() {
        var left = new JobRecord(2, "PENDING", false, null, null, null, null, null, true, 1);
        assertThat(left.after(job(2, "RUNNING", "").event()).cancelHeard()).isFalse();
        assertThat(marked(true).after(job(2, "RUNNING", "").event()).cancelHeard())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"COMPLETED,''", "CANCELLED,by hand", "PAUSED,''", "CANCELLING,CANCELLED by hand"})
    void what_redis_does_with_an_earlier_run_changes_nothing(String status, String detail) {
        var second = new JobRecord(2, "PENDING", false, null, null, null, null, null, false, 5);
        assertThat(second.after(job(6, status, detail).ofRun(1).event())).isEqualTo(second);
        assertThat(second.after(job(6, status, detail).ofRun(2).event())).isNotEqualTo(second);
        assertThat(second.after(job(6, status, detail).event()))
                .as("of a version that does not say the run")
                .isNotEqualTo(second);
    }

    private JobRecord marked(boolean heard) {
        return new JobRecord(1, "RUNNING", false, null, null, null, "CANCELLED", "by hand", heard, 1);
    }
}
