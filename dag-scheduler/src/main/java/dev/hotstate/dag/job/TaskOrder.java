package dev.hotstate.dag.job;

import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.TaskSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as it was ordered, with defaults filled in.
 *
 * @param timeout how long one attempt may take; none if absent
 * @param lease how long a worker may be silent
 * @param payload JSON for the worker
 */
public record TaskOrder(
        String id,
        String name,
        List<String> dependsOn,
        String queue,
        int priority,
        int maxRetries,
        Duration backoff,
        Duration backoffMax,
        @Nullable Duration timeout,
        Duration lease,
        TriggerRule triggerRule,
        @Nullable String condition,
        @Nullable Instant delayUntil,
        @Nullable String payload) {

    public TaskOrder {
        dependsOn = List.copyOf(dependsOn);
    }

    TaskOrder withPayload(String other) {
        return new TaskOrder(
                id,
                name,
                dependsOn,
                queue,
                priority,
                maxRetries,
                backoff,
                backoffMax,
                timeout,
                lease,
                triggerRule,
                condition,
                delayUntil,
                other);
    }

    /** What Redis has to know of it. */
    TaskSpec spec() {
        return new TaskSpec(
                triggerRule,
                queue,
                priority,
                maxRetries,
                backoff.toMillis(),
                backoffMax.toMillis(),
                lease.toMillis(),
                timeout == null ? 0 : timeout.toMillis(),
                delayUntil == null ? 0 : delayUntil.toEpochMilli(),
                payload != null,
                condition != null);
    }
}
