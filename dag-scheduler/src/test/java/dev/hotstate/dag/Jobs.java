package dev.hotstate.dag;

import dev.hotstate.dag.job.Durability;
import dev.hotstate.dag.job.JobSnapshot;
import dev.hotstate.dag.job.OnFailure;
import dev.hotstate.dag.job.TaskSnapshot;
import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.TaskSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds jobs for tests: {@code Jobs.named("j").task("a").task("b", "a").build()}. */
public final class Jobs {

    public static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");

    private final String id;
    private final List<TaskSnapshot> tasks = new ArrayList<>();
    private OnFailure onFailure = OnFailure.CONTINUE;
    private @Nullable Integer limit;
    private @Nullable Instant deadline;
    private boolean paused;
    private String queue = "work";
    private UnaryOperator<TaskSpec> change = UnaryOperator.identity();

    private Jobs(String id) {
        this.id = id;
    }

    public static Jobs named(String id) {
        return new Jobs(id);
    }

    /** Of the tasks that follow. */
    public Jobs queue(String name) {
        queue = name;
        return this;
    }

    /** Of the tasks that follow. */
    public Jobs with(UnaryOperator<TaskSpec> spec) {
        change = spec;
        return this;
    }

    public Jobs task(String task, String... dependsOn) {
        return task(task, List.of(dependsOn));
    }

    public Jobs task(String task, List<String> dependsOn) {
        return add(TaskSnapshot.pending(task, "the " + task, dependsOn, change.apply(spec(queue))));
    }

    public Jobs add(TaskSnapshot task) {
        tasks.add(task);
        return this;
    }

    public Jobs onFailure(OnFailure policy) {
        onFailure = policy;
        return this;
    }

    public Jobs limit(int running) {
        limit = running;
        return this;
    }

    public Jobs deadline(Instant at) {
        deadline = at;
        return this;
    }

    public Jobs paused() {
        paused = true;
        return this;
    }

    public JobSnapshot build() {
        return new JobSnapshot(
                id, "the " + id, "ann", CREATED, 1, onFailure, Durability.REDIS, limit, deadline, paused, null, tasks);
    }

    public static TaskSpec spec(String queue) {
        return new TaskSpec(TriggerRule.ALL_SUCCESS, queue, 5, 0, 1000, 60_000, 30_000, 0, 0, false, false);
    }

    public static UnaryOperator<TaskSpec> rule(TriggerRule rule) {
        return spec -> new TaskSpec(
                rule,
                spec.queue(),
                spec.priority(),
                spec.maxRetries(),
                spec.backoffMs(),
                spec.backoffMaxMs(),
                spec.leaseMs(),
                spec.timeoutMs(),
                spec.delayUntilMs(),
                spec.hasPayload(),
                spec.hasCondition());
    }

    public static UnaryOperator<TaskSpec> retries(int max, long backoffMs) {
        return retries(max, backoffMs, Math.max(backoffMs, 1));
    }

    public static UnaryOperator<TaskSpec> retries(int max, long backoffMs, long backoffMaxMs) {
        return spec -> new TaskSpec(
                spec.rule(),
                spec.queue(),
                spec.priority(),
                max,
                backoffMs,
                backoffMaxMs,
                spec.leaseMs(),
                spec.timeoutMs(),
                spec.delayUntilMs(),
                spec.hasPayload(),
                spec.hasCondition());
    }

    public static UnaryOperator<TaskSpec> lease(long leaseMs, long timeoutMs) {
        return spec -> new TaskSpec(
                spec.rule(),
                spec.queue(),
                spec.priority(),
                spec.maxRetries(),
                spec.backoffMs(),
                spec.backoffMaxMs(),
                leaseMs,
                timeoutMs,
                spec.delayUntilMs(),
                spec.hasPayload(),
                spec.hasCondition());
    }

    public static UnaryOperator<TaskSpec> priority(int priority) {
        return spec -> new TaskSpec(
                spec.rule(),
                spec.queue(),
                priority,
                spec.maxRetries(),
                spec.backoffMs(),
                spec.backoffMaxMs(),
                spec.leaseMs(),
                spec.timeoutMs(),
                spec.delayUntilMs(),
                spec.hasPayload(),
                spec.hasCondition());
    }

    public static UnaryOperator<TaskSpec> condition() {
        return spec -> new TaskSpec(
                spec.rule(),
                spec.queue(),
                spec.priority(),
                spec.maxRetries(),
                spec.backoffMs(),
                spec.backoffMaxMs(),
                spec.leaseMs(),
                spec.timeoutMs(),
                spec.delayUntilMs(),
                spec.hasPayload(),
                true);
    }

    public static UnaryOperator<TaskSpec> delayedUntil(Instant at) {
        return spec -> new TaskSpec(
                spec.rule(),
                spec.queue(),
                spec.priority(),
                spec.maxRetries(),
                spec.backoffMs(),
                spec.backoffMaxMs(),
                spec.leaseMs(),
                spec.timeoutMs(),
                at.toEpochMilli(),
                spec.hasPayload(),
                spec.hasCondition());
    }
}
