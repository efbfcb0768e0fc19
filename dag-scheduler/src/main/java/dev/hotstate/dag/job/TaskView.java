package dev.hotstate.dag.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A task as callers see it.
 *
 * @param id {@code <job>.<task>}
 * @param attempt the attempt that runs, or the last one; grows with each
 * @param payload only where one task is asked for
 */
@Schema(name = "Task")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskView(
        String id,
        String jobId,
        String task,
        String name,
        TaskStatus status,
        List<String> dependsOn,
        String queue,
        int priority,
        String triggerRule,
        @Nullable String condition,
        int retryCount,
        int maxRetries,
        Duration lease,
        @Nullable Duration timeout,
        @Nullable Instant delayUntil,
        @Nullable String attempt,
        @Nullable String worker,
        @Nullable Instant leaseEnd,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String reason,
        @Nullable JsonNode output,
        @Nullable JsonNode payload) {}
