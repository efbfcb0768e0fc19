package dev.hotstate.dag.job;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A job as it was ordered, checked and with defaults filled in.
 *
 * @param createdBy its owner
 * @param ownerNamed whether the order says so; otherwise the owner is whoever happened to send it
 * @param concurrencyMax how many of its tasks may run at once
 */
public record JobOrder(
        String id,
        String name,
        String createdBy,
        @JsonIgnore boolean ownerNamed,
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
                id,
                name,
                createdBy,
                ownerNamed,
                labels,
                onFailure,
                durability,
                concurrencyMax,
                deadline,
                webhook,
                others);
    }

    /** The same for everybody who sends it: who sent it again may have got another key meanwhile. */
    JobOrder asWritten() {
        return ownerNamed
                ? this
                : new JobOrder(
                        id, name, "", false, labels, onFailure, durability, concurrencyMax, deadline, webhook, tasks);
    }

    public JobOrder {
        tasks = List.copyOf(tasks);
    }
}
