package dev.hotstate.dag.job;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job as it is loaded into Redis.
 *
 * @param run grows with each rerun; a job of the same run that has begun is never loaded again
 * @param stopping if it was being stopped
 */
public record JobSnapshot(
        String id,
        String name,
        String createdBy,
        Instant createdAt,
        int run,
        OnFailure onFailure,
        Durability durability,
        @Nullable Integer concurrencyMax,
        @Nullable Instant deadline,
        boolean paused,
        @Nullable Stopping stopping,
        List<TaskSnapshot> tasks) {

    /** A job that was just ordered: nothing of it has happened, except perhaps that somebody wants it stopped. */
    static JobSnapshot ordered(JobOrder order, Instant createdAt, @Nullable Stopping stopping) {
        var tasks = order.tasks().stream()
                .map(task -> TaskSnapshot.pending(task.id(), task.name(), task.dependsOn(), task.spec()))
                .toList();
        return new JobSnapshot(
                order.id(),
                order.name(),
                order.createdBy(),
                createdAt,
                1,
                order.onFailure(),
                order.durability(),
                order.concurrencyMax(),
                order.deadline(),
                false,
                stopping,
                tasks);
    }

    /**
     * That a job is being stopped.
     *
     * @param becomes the status that it will end with
     */
    public record Stopping(String becomes, String reason) {}

    public JobSnapshot {
        tasks = List.copyOf(tasks);
    }
}
