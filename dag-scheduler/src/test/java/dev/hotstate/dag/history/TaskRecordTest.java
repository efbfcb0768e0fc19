package dev.hotstate.dag.history;

import static dev.hotstate.dag.history.Events.task;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskRecordTest {

    private final TaskRecord fresh = new TaskRecord("PENDING", 0, 0, null, null, null, null, null, 0);

    @Test
    void a_run_leaves_who_when_and_what() {
        var ended = fresh.after(task(1, 7, "RUNNING", "").by("ann").event())
                .after(task(2, 7, "COMPLETED", "{\"n\":1}").accepted().event());
        assertThat(ended.status()).isEqualTo("COMPLETED");
        assertThat(ended.attempt()).isEqualTo(7);
        assertThat(ended.worker()).isEqualTo("ann");
        assertThat(ended.startedAt()).isBefore(ended.finishedAt());
        assertThat(ended.output()).isEqualTo("{\"n\":1}");
    }

    @Test
    void retries_are_counted_once_however_often_their_events_come() {
        var first = task(1, 7, "RUNNING", "").event();
        var retry =
                task(2, 7, "RETRY_WAIT", "1700000000000 1 disk full").accepted().event();
        var once = fresh.after(first).after(retry);
        assertThat(once.retries()).isOne();
        assertThat(once.reason()).isEqualTo("disk full");
        assertThat(once.after(first).after(retry)).isEqualTo(once);
    }

    @Test
    void a_retry_that_redis_has_forgotten_and_counts_again_is_one() {
        var told = fresh.after(
                task(2, 7, "RETRY_WAIT", "1700000000000 1 disk full").accepted().event());
        var again = told.after(
                task(4, 9, "RETRY_WAIT", "1700000000050 1 disk full").accepted().event());
        assertThat(again.retries()).isOne();
    }

    @Test
    void an_older_event_changes_nothing() {
        var ended = fresh.after(task(5, 7, "FAILED", "no").accepted().event());
        assertThat(ended.after(task(4, 7, "RUNNING", "").event())).isEqualTo(ended);
    }

    /** A new master that did not get the end takes the task from its worker, and hands it out once more. */
    @ParameterizedTest
    @CsvSource({"READY,lost", "RETRY_WAIT,1700000000000 1 disk full", "RUNNING,''"})
    void what_redis_does_without_knowing_of_an_end_does_not_take_it_back(String status, String detail) {
        var ended = fresh.after(task(1, 7, "COMPLETED", "{}").accepted().event());
        assertThat(ended.after(task(2, 7, status, detail).event())).isEqualTo(ended);
    }

    @Test
    void of_two_ends_the_newer_one_counts() {
        var ended = fresh.after(task(1, 7, "COMPLETED", "{}").accepted().event());
        assertThat(ended.after(task(2, 9, "FAILED", "no").accepted().event()).status())
                .isEqualTo("FAILED");
    }

    @Test
    void a_skipped_task_has_no_attempt() {
        var skipped = fresh.after(task(1, 0, "SKIPPED", "parent_failed").event());
        assertThat(skipped.status()).isEqualTo("SKIPPED");
        assertThat(skipped.attempt()).isZero();
        assertThat(skipped.reason()).isEqualTo("parent_failed");
    }
}
