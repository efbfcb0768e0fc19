package dev.hotstate.dag.insight;

import dev.hotstate.dag.insight.TaskFacts.Active;
import dev.hotstate.dag.insight.TaskFacts.Delayed;
import dev.hotstate.dag.insight.TaskFacts.JobGate;
import dev.hotstate.dag.insight.TaskFacts.Nowhere;
import dev.hotstate.dag.insight.TaskFacts.Parked;
import dev.hotstate.dag.insight.TaskFacts.Ready;
import dev.hotstate.dag.insight.TaskFacts.Running;
import dev.hotstate.dag.insight.WhyView.Code;
import dev.hotstate.dag.insight.WhyView.Reason;
import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns what is known about a task into sentences for the person who asks why it does not run. Pure. */
final class WhyPolicy {

    private static final int TASKS_MAX = 100;

    /** Why tasks are skipped, in the words of the events. */
    private static final Map<String, String> SKIPPED = Map.of(
            "parent_failed", "It was skipped because something before it failed and its rule %s does not run then.",
            "parent_skipped",
                    "It was skipped because what it depends on was skipped, and its rule %s does not run then.",
            "condition", "It was skipped because its condition does not hold.");

    private static final String OVERLOOKED =
            "If it still stands here in a moment, something of it was lost: jobs that stand still are compared and put right from"
                    + " time to time, POST /jobs/{id}/verify?repair=true does it now.";

    private WhyPolicy() {}

    static List<Reason> explain(TaskFacts task) {
        var reasons = new ArrayList<Reason>();
        if (task.status().ended()) {
            return List.of(ended(task));
        }
        if (!task.submitted()) {
            reasons.add(Reason.of(
                    Code.NOT_SUBMITTED,
                    "Its job is stored but not in Redis yet; that takes a moment after a trouble."));
        }
        if (task.rebuilding()) {
            reasons.add(Reason.of(
                    Code.REBUILDING, "Redis has lost this partition; its state is being rebuilt from Postgres."));
        }
        if (task.active() == null) {
            waitsForParents(task, reasons);
        } else {
            active(task, task.active(), reasons);
        }
        return reasons;
    }

    private static Reason ended(TaskFacts task) {
        var told = task.reason() == null ? "" : task.reason();
        return switch (task.status()) {
            case COMPLETED -> Reason.of(Code.COMPLETED, "It completed.");
            case FAILED -> Reason.of(Code.FAILED, told.isEmpty() ? "It failed." : "It failed: " + told);
            case CANCELLED -> Reason.of(Code.CANCELLED, "It was cancelled with its job.");
            default ->
                Reason.about(
                        Code.SKIPPED,
                        SKIPPED.getOrDefault(told, "It was skipped.")
                                .formatted(task.rule().word()),
                        named(task, false));
        };
    }

    private static void waitsForParents(TaskFacts task, List<Reason> reasons) {
        if (task.checking()) {
            reasons.add(Reason.of(Code.CHECKING_CONDITION, "Its condition is being checked."));
            return;
        }
        long waiting = parents(task, true).count();
        if (waiting > 0) {
            reasons.add(Reason.about(Code.UNMET_DEPENDENCIES, unmet(task.rule(), waiting), named(task, true)));
        } else if (reasons.isEmpty()) {
            reasons.add(Reason.of(Code.OVERLOOKED, "Nothing that it depends on keeps it any more. " + OVERLOOKED));
        }
    }

    private static String unmet(TriggerRule rule, long waiting) {
        var tasks = waiting == 1 ? "a task that has not ended" : "%,d tasks that have not ended".formatted(waiting);
        return switch (rule) {
            case ONE_SUCCESS ->
                "It waits until one of its tasks completes; none has so far, and it depends on " + tasks + ".";
            case ONE_FAILED ->
                "It waits until one of its tasks fails; none has so far, and it depends on " + tasks + ".";
            default -> "It waits for " + tasks + ".";
        };
    }

    private static List<String> named(TaskFacts task, boolean waiting) {
        return parents(task, waiting).limit(TASKS_MAX).toList();
    }

    /** Parents that have not ended, or else those that ended otherwise than completed. */
    private static Stream<String> parents(TaskFacts task, boolean waiting) {
        return task.parents().entrySet().stream()
                .filter(parent -> waiting
                        ? !parent.getValue().ended()
                        : parent.getValue().ended() && parent.getValue() != TaskStatus.COMPLETED)
                .map(Map.Entry::getKey);
    }

    private static void active(TaskFacts task, Active active, List<Reason> reasons) {
        switch (active) {
            case Running running ->
                reasons.add(Reason.until(
                        Code.RUNNING,
                        "It runs on %s as attempt %s. If that worker falls silent, another one gets it at the end of its lease."
                                .formatted(running.worker(), running.attempt()),
                        running.leaseEnd()));
            case Delayed delayed ->
                reasons.add(
                        delayed.retries() > 0
                                ? Reason.until(
                                        Code.BACKOFF,
                                        "It failed and is tried again after a pause; so far %d of %d retries.%s"
                                                .formatted(
                                                        delayed.retries(),
                                                        delayed.maxRetries(),
                                                        lastError(task.reason())),
                                        delayed.due())
                                : Reason.until(Code.NOT_BEFORE, "It shall not start before its time.", delayed.due()));
            case Parked parked -> reasons.add(heldBack(task, parked.gate()));
            case Nowhere nowhere ->
                reasons.add(Reason.of(Code.OVERLOOKED, "It may run and stands in no queue. " + OVERLOOKED));
            case Ready ready -> ready(task, ready, reasons);
        }
    }

    private static String place(Ready ready) {
        var queue = ready.queue().name();
        return switch ((int) Math.min(ready.ahead(), 2)) {
            case 0 -> "It is the next of its partition in the queue %s.".formatted(queue);
            case 1 -> "It is ready; one task of its partition is before it in the queue %s.".formatted(queue);
            default ->
                "It is ready; %,d tasks of its partition are before it in the queue %s."
                        .formatted(ready.ahead(), queue);
        };
    }

    private static String lastError(@Nullable String reason) {
        return reason == null || reason.isEmpty() ? "" : " It said: " + reason;
    }

    private static Reason heldBack(TaskFacts task, @Nullable JobGate gate) {
        return task.jobPaused() || gate == null || gate.limit() == 0
                ? Reason.of(Code.JOB_PAUSED, "Its job is paused.")
                : Reason.of(
                        Code.JOB_LIMIT,
                        "Its job runs as many tasks at once as it may: %d of %d."
                                .formatted(gate.running(), gate.limit()));
    }

    private static void ready(TaskFacts task, Ready ready, List<Reason> reasons) {
        var queue = ready.queue();
        if (task.jobPaused() || ready.gate() != null && ready.gate().isFull()) {
            reasons.add(heldBack(task, ready.gate()));
        }
        if (queue.paused()) {
            reasons.add(Reason.of(Code.QUEUE_PAUSED, "The queue %s is paused.".formatted(queue.name())));
        }
        if (queue.concurrencyMax() != null && ready.queueRunning() >= queue.concurrencyMax()) {
            reasons.add(Reason.of(
                    Code.QUEUE_LIMIT,
                    "The queue %s runs as many tasks at once as it may: %d of %d."
                            .formatted(queue.name(), ready.queueRunning(), queue.concurrencyMax())));
        }
        if (ready.nodeFull()) {
            reasons.add(Reason.of(
                    Code.NODE_FULL,
                    "The Redis node of its partition is short of memory. Nothing is handed out from there until completions, or"
                            + " the end of old jobs, have freed some."));
        }
        if (ready.workers() == 0) {
            reasons.add(Reason.of(
                    Code.NO_WORKER, "No worker has asked for tasks of the queue %s lately.".formatted(queue.name())));
        } else if (reasons.isEmpty()) {
            reasons.add(Reason.of(Code.WAITS_FOR_WORKER, place(ready)));
        }
    }
}
