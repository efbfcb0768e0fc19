package dev.hotstate.dag.task;

import dev.hotstate.dag.rule.TriggerRule;

/**
 * What transitions need to know of a task's definition.
 *
 * @param timeoutMs 0: none
 * @param delayUntilMs 0: as soon as its parents let it
 */
public record TaskSpec(
        TriggerRule rule,
        String queue,
        int priority,
        int maxRetries,
        long backoffMs,
        long backoffMaxMs,
        long leaseMs,
        long timeoutMs,
        long delayUntilMs,
        boolean hasPayload,
        boolean hasCondition) {

    public static final int PRIORITY_MAX = 9;
}
