package dev.hotstate.dag.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.insight.TaskFacts.Active;
import dev.hotstate.dag.insight.TaskFacts.Delayed;
import dev.hotstate.dag.insight.TaskFacts.JobGate;
import dev.hotstate.dag.insight.TaskFacts.Parked;
import dev.hotstate.dag.insight.TaskFacts.Ready;
import dev.hotstate.dag.insight.TaskFacts.Running;
import dev.hotstate.dag.insight.WhyView.Code;
import dev.hotstate.dag.insight.WhyView.Reason;
import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.TaskStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WhyPolicyTest {

    private static final Instant LATER = Instant.parse("2026-11-18T12:00:00Z");
    private static final QueueSettings MAIL = QueueSettings.usual("mail");

    @Test
    void a_pending_task_names_what_it_waits_for() {
        var reasons = WhyPolicy.explain(pending(Map.of("a", TaskStatus.RUNNING, "b", TaskStatus.COMPLETED)));
        assertThat(reasons)
                .containsExactly(
                        Reason.about(Code.UNMET_DEPENDENCIES, "It waits for a task that has not ended.", List.of("a")));
    }

    @Test
    void a_task_that_nothing_keeps_was_overlooked() {
        assertThat(WhyPolicy.explain(pending(Map.of("a", TaskStatus.COMPLETED))))
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.code()).isEqualTo(Code.OVERLOOKED);
                    assertThat(reason.text()).contains("verify?repair=true");
                });
    }

    @Test
    void of_many_tasks_a_hundred_are_named_and_all_are_counted() {
        var parents = IntStream.range(0, 1100)
                .boxed()
                .collect(Collectors.toMap(task -> "t" + task, task -> TaskStatus.PENDING));
        assertThat(WhyPolicy.explain(pending(parents))).singleElement().satisfies(reason -> {
            assertThat(reason.tasks()).hasSize(100);
            assertThat(reason.text()).isEqualTo("It waits for 1,100 tasks that have not ended.");
        });
    }

    @Test
    void a_running_task_names_worker_attempt_and_the_end_of_the_lease() {
        assertThat(WhyPolicy.explain(active(TaskStatus.RUNNING, new Running("w-1", "7", LATER))))
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.code()).isEqualTo(Code.RUNNING);
                    assertThat(reason.text()).contains("w-1").contains("attempt 7");
                    assertThat(reason.until()).isEqualTo(LATER);
                });
    }

    @Test
    void a_delayed_task_waits_for_its_retry_or_for_its_time() {
        assertThat(codes(active(TaskStatus.RETRY_WAIT, new Delayed(LATER, 1, 3))))
                .containsExactly(Code.BACKOFF);
        assertThat(codes(active(TaskStatus.PENDING, new Delayed(LATER, 0, 3)))).containsExactly(Code.NOT_BEFORE);
    }

    @Test
    void a_parked_task_waits_for_its_job() {
        assertThat(codes(active(TaskStatus.READY, new Parked(new JobGate(0, 0)))))
                .containsExactly(Code.JOB_PAUSED);
        assertThat(WhyPolicy.explain(active(TaskStatus.READY, new Parked(new JobGate(4, 4)))))
                .containsExactly(Reason.of(Code.JOB_LIMIT, "Its job runs as many tasks at once as it may: 4 of 4."));
    }

    @Test
    void a_ready_task_tells_everything_that_stands_in_its_way() {
        var limited = new QueueSettings("mail", true, 2);
        assertThat(codes(active(TaskStatus.READY, new Ready(limited, 3, 2, 0, new JobGate(1, 1), true))))
                .containsExactly(Code.JOB_LIMIT, Code.QUEUE_PAUSED, Code.QUEUE_LIMIT, Code.NODE_FULL, Code.NO_WORKER);
    }

    @Test
    void a_ready_task_that_nothing_holds_back_tells_its_place() {
        assertThat(WhyPolicy.explain(active(TaskStatus.READY, new Ready(MAIL, 0, 0, 2, new JobGate(4, 3), false))))
                .containsExactly(
                        Reason.of(Code.WAITS_FOR_WORKER, "It is the next of its partition in the queue mail."));
        assertThat(WhyPolicy.explain(active(TaskStatus.READY, new Ready(MAIL, 1, 0, 2, null, false))))
                .containsExactly(Reason.of(
                        Code.WAITS_FOR_WORKER,
                        "It is ready; one task of its partition is before it in the queue mail."));
        assertThat(WhyPolicy.explain(active(TaskStatus.READY, new Ready(MAIL, 1234, 0, 2, null, false)))
                        .getFirst()
                        .text())
                .contains("1,234 tasks");
    }

    @Test
    void a_skipped_task_names_what_failed_before_it() {
        var skipped = new TaskFacts(
                TaskStatus.SKIPPED,
                true,
                false,
                false,
                false,
                TriggerRule.ALL_SUCCESS,
                "parent_failed",
                Map.of("a", TaskStatus.FAILED, "b", TaskStatus.COMPLETED),
                null);
        assertThat(WhyPolicy.explain(skipped)).singleElement().satisfies(reason -> {
            assertThat(reason.text()).contains("all_success");
            assertThat(reason.tasks()).containsExactly("a");
        });
    }

    @ParameterizedTest
    @EnumSource
    void there_is_always_a_reason(TaskStatus status) {
        var facts = status.ended()
                ? new TaskFacts(status, true, false, false, false, TriggerRule.ALL_DONE, null, Map.of(), null)
                : active(status, new Ready(MAIL, 0, 0, 1, null, false));
        assertThat(WhyPolicy.explain(facts))
                .isNotEmpty()
                .allSatisfy(reason -> assertThat(reason.text()).isNotBlank());
    }

    @Test
    void a_job_that_redis_does_not_have_says_so() {
        var facts = new TaskFacts(
                TaskStatus.PENDING, false, true, false, false, TriggerRule.ALL_SUCCESS, null, Map.of(), null);
        assertThat(codes(facts)).containsExactly(Code.NOT_SUBMITTED, Code.REBUILDING);
    }

    private static TaskFacts pending(Map<String, TaskStatus> parents) {
        return new TaskFacts(
                TaskStatus.PENDING, true, false, false, false, TriggerRule.ALL_SUCCESS, null, parents, null);
    }

    private static TaskFacts active(TaskStatus status, Active active) {
        return new TaskFacts(status, true, false, false, false, TriggerRule.ALL_SUCCESS, null, Map.of(), active);
    }

    private static List<Code> codes(TaskFacts facts) {
        return WhyPolicy.explain(facts).stream().map(Reason::code).toList();
    }
}
