package dev.hotstate.dag.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How it went to tell the end of a run.
 *
 * @param state pending, sent, or dead: given up
 * @param nextAttemptAt while it is pending
 */
@Schema(name = "WebhookDelivery")
@JsonInclude(JsonInclude.Include.NON_NULL)
record WebhookView(
        String jobId,
        int run,
        @Schema(enumeration = {"pending", "sent", "dead"}) String state,
        int attempts,
        @Nullable Instant nextAttemptAt,
        @Nullable String lastError,
        Instant createdAt,
        @Nullable Instant sentAt) {}
