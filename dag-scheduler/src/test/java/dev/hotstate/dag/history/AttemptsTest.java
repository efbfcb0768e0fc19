package dev.hotstate.dag.history;

import static dev.hotstate.dag.history.Events.answer;
import static dev.hotstate.dag.history.Events.task;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptsTest {

    @Test
    void a_retried_task_has_one_attempt_per_claim() {
        var attempts = Attempts.of(List.of(
                task(1, 7, "RUNNING", "").by("ann").event(),
                task(2, 7, "RETRY_WAIT", "1700 1 disk full").accepted().event(),
                task(3, 9, "RUNNING", "").by("bob").event(),
                task(4, 9, "COMPLETED", "").accepted().event()));
        assertThat(attempts)
                .extracting(AttemptView::outcome)
                .containsExactly(AttemptOutcome.RETRY_WAIT, AttemptOutcome.COMPLETED);
        assertThat(attempts).extracting(AttemptView::worker).containsExactly("ann", "bob");
        assertThat(attempts.getFirst().reason()).isEqualTo("disk full");
        assertThat(attempts).extracting(AttemptView::verdict).containsExactly("ACCEPTED", "ACCEPTED");
    }

    @Test
    void a_lost_attempt_shows_the_answer_that_came_too_late() {
        var attempts = Attempts.of(List.of(
                task(1, 7, "RUNNING", "").by("ann").event(),
                task(2, 7, "READY", "lost").event(),
                task(3, 8, "RUNNING", "").by("bob").event(),
                answer(4, 7, "STALE", "complete").event()));
        var lost = attempts.getFirst();
        assertThat(lost.outcome()).isEqualTo(AttemptOutcome.LOST);
        assertThat(lost.reason()).isEqualTo("lost");
        assertThat(lost.refused())
                .containsExactly(new AttemptView.RefusedAnswer(Instant.ofEpochSecond(4), "complete", "STALE"));
        assertThat(attempts.getLast().outcome()).isEqualTo(AttemptOutcome.RUNNING);
    }

    @Test
    void an_answer_sent_twice_is_shown_twice_and_counts_once() {
        var attempts = Attempts.of(List.of(
                task(1, 7, "RUNNING", "").event(),
                task(2, 7, "COMPLETED", "").accepted().event(),
                answer(3, 7, "DUPLICATE", "complete").event()));
        assertThat(attempts).hasSize(1);
        assertThat(attempts.getFirst().outcome()).isEqualTo(AttemptOutcome.COMPLETED);
        assertThat(attempts.getFirst().refused()).extracting("verdict").containsExactly("DUPLICATE");
    }

    @Test
    void a_task_that_is_cancelled_while_it_waits_leaves_the_attempt_that_failed_as_it_was() {
        var attempts = Attempts.of(List.of(
                task(1, 7, "RUNNING", "").by("ann").event(),
                task(2, 7, "RETRY_WAIT", "1700 1 disk full").accepted().event(),
                task(3, 7, "CANCELLED", "").event()));
        var failed = attempts.getFirst();
        assertThat(failed.outcome()).isEqualTo(AttemptOutcome.RETRY_WAIT);
        assertThat(failed.reason()).isEqualTo("disk full");
        assertThat(failed.verdict()).isEqualTo("ACCEPTED");
        assertThat(failed.finishedAt()).isEqualTo(Instant.ofEpochSecond(2));
    }

    @Test
    void an_accepted_answer_counts_more_than_what_a_node_tells_that_has_lost_it() {
        var attempts = Attempts.of(List.of(
                task(1, 7, "RUNNING", "").event(),
                task(2, 7, "READY", "lost").event(),
                task(3, 7, "COMPLETED", "").accepted().event(),
                task(4, 8, "RUNNING", "").event(),
                task(5, 8, "COMPLETED", "").accepted().event(),
                task(6, 8, "READY", "lost").event()));
        assertThat(attempts).extracting(AttemptView::outcome).containsOnly(AttemptOutcome.COMPLETED);
        assertThat(attempts).extracting(AttemptView::reason).containsOnlyNulls();
    }

    @Test
    void what_has_no_attempt_is_no_attempt() {
        assertThat(Attempts.of(List.of(task(1, 0, "SKIPPED", "parent_failed").event())))
                .isEmpty();
    }
}
