package dev.hotstate.dag.insight;

import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.TaskStatus;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known about one task at one moment.
 *
 * @param submitted whether Redis had its job at any time
 * @param rebuilding whether its partition waits to be rebuilt
 * @param checking whether its condition is being checked
 * @param reason how its last attempt failed, or why it was skipped
 * @param parents in the order in which they were named
 * @param active where it stands if its rule let it run; null if it has not, or if it ended
 */
record TaskFacts(
        TaskStatus status,
        boolean submitted,
        boolean rebuilding,
        boolean checking,
        boolean jobPaused,
        TriggerRule rule,
        @Nullable String reason,
        Map<String, TaskStatus> parents,
        @Nullable Active active) {

    /** An active task is in exactly one place of its partition. */
    sealed interface Active {}

    /**
     * @param ahead how many tasks of its partition and queue come before it
     * @param gate of its job, if it has one
     * @param nodeFull whether nothing is claimed from its node, which is short of memory
     */
    record Ready(
            QueueSettings queue,
            long ahead,
            long queueRunning,
            int workers,
            @Nullable JobGate gate,
            boolean nodeFull) implements Active {}

    record Running(String worker, String attempt, @Nullable Instant leaseEnd) implements Active {}

    record Delayed(Instant due, int retries, int maxRetries) implements Active {}

    /** In none of its places: something has been lost. */
    record Nowhere() implements Active {}

    record Parked(JobGate gate) implements Active {}

    /** @param limit how many tasks of the job may run at once; 0 if it is held back altogether */
    record JobGate(long limit, long running) {

        boolean isFull() {
            return running >= limit;
        }
    }
}
