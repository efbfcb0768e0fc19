package dev.hotstate.dag.job;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A job as it was ordered, checked and with defaults filled in.
 *
 * @param concurrencyMax how many of its tasks may run at once
 */
public record JobOrder(
        String id,
        String name,
        String createdBy,
        SortedMap<String, String> labels,
        OnFailure onFailure,
        Durability durability,
        @Nullable Integer concurrencyMax,
        @Nullable Instant deadline,
        @Nullable CompletionHook webhook,
        List<TaskOrder> tasks) {

    /**
     * Where the end of the job is told.
     *
     * @param secret signs the message; drawn and shown once if absent
     */
    public record CompletionHook(URI url, @Nullable String secret) {}

    JobOrder withTasks(List<TaskOrder> others) {
        return new JobOrder(
                id, name, createdBy, labels, onFailure, durability, concurrencyMax, deadline, webhook, others);
    }

    public JobOrder {
        tasks = List.copyOf(tasks);
    }
}
