package dev.hotstate.monitor.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What became of an alert on a channel.
 *
 * @param transition with its round from the second on: {@code resolved-1}
 * @param lastError  why the last attempt failed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeliveryView(
        String id,
        String incidentId,
        String monitorId,

        @Schema(description = "Absent once the monitor is deleted") @Nullable
        String monitorName,

        String channelId,

        @Schema(description = "Absent once the channel is deleted") @Nullable
        String channelName,

        String transition,
        DeliveryState state,
        int attempts,

        @Schema(description = "While it is pending") @Nullable
        Instant nextAttemptAt,

        String idempotencyKey,
        @Nullable String lastError,
        Instant createdAt,
        @Nullable Instant sentAt) {}
