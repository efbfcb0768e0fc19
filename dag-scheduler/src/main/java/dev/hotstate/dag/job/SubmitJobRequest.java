package dev.hotstate.dag.job;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A job to submit. */
public record SubmitJobRequest(
        @Schema(
                description = "Makes the call repeatable: the same id with the same content gets the same answer",
                maxLength = 40,
                examples = "invoice-2024-123")
        @Nullable
        String jobId,

        @Schema(description = "Its owner; the caller if absent", maxLength = 80, examples = "user-456") @Nullable
        String createdBy,

        @Schema(maxLength = 200, examples = "Monthly invoice") @Nullable
        String name,

        @Schema(description = "To find it again", maxProperties = 20) @Nullable
        Map<String, String> labels,

        List<SubmitTaskRequest> tasks,

        @Nullable Limits limits,

        @Schema(description = "What has not ended by then is cancelled, and the job has failed") @Nullable
        Instant deadline,

        @Schema(defaultValue = "continue") @Nullable OnFailure onFailure,

        @Schema(defaultValue = "redis") @Nullable Durability durability,

        @Nullable Webhook webhook) {

    /** @param concurrency how many tasks of the job may run at once */
    @Schema(name = "JobLimits")
    public record Limits(@Schema(minimum = "1") @Nullable Integer concurrency) {}

    /** @param secret signs the message (Standard Webhooks); drawn and shown once if absent */
    @Schema(name = "JobWebhook")
    public record Webhook(URI url, @Nullable String secret) {}
}
