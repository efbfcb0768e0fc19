package dev.hotstate.dag.job;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.rule.TriggerRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A task of a job to submit; whatever is absent has a default. */
public record SubmitTaskRequest(
        @Schema(description = "Unique in the job: letters, digits, _ and -", maxLength = 40, examples = "email-task-1")
        String id,

        @Schema(description = "For people", maxLength = 200, examples = "Send Invoice Email") @Nullable
        String name,

        @Schema(description = "Tasks that must end before") @Nullable
        List<String> dependsOn,

        @Schema(defaultValue = "default", examples = "mail") @Nullable
        String queue,

        @Schema(description = "JSON for the worker, at most 64 KB") @Nullable
        JsonNode payload,

        @Schema(minimum = "0", maximum = "100", defaultValue = "0") @Nullable
        Integer maxRetries,

        @Schema(description = "Longest pause before the first retry; doubles with each", defaultValue = "PT1S")
        @Nullable
        Duration backoff,

        @Schema(description = "Longest pause before any retry", defaultValue = "PT5M") @Nullable
        Duration backoffMax,

        @Schema(description = "How long one attempt may take") @Nullable
        Duration timeout,

        @Schema(
                description = "How long its worker may be silent before another one gets the task",
                defaultValue = "PT30S")
        @Nullable
        Duration lease,

        @Schema(minimum = "0", maximum = "9", defaultValue = "5", description = "9 first") @Nullable
        Integer priority,

        @Schema(defaultValue = "all_success") @Nullable TriggerRule triggerRule,

        @Schema(description = "Over the results of its parents; where it does not hold, the task is skipped") @Nullable
        String condition,

        @Schema(description = "Not before") @Nullable Instant delayUntil) {

    /** The same task, depending on these. */
    public SubmitTaskRequest dependingOn(List<String> parents) {
        return new SubmitTaskRequest(
                id,
                name,
                parents,
                queue,
                payload,
                maxRetries,
                backoff,
                backoffMax,
                timeout,
                lease,
                priority,
                triggerRule,
                condition,
                delayUntil);
    }
}
