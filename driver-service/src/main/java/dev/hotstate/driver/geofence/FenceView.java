package dev.hotstate.driver.geofence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A geofence.
 *
 * @param webhookSecret only in the answer to the request for which it was drawn
 */
@Schema(name = "Geofence")
@JsonInclude(JsonInclude.Include.NON_NULL)
record FenceView(
        String id,
        String name,
        Shape shape,
        @Nullable Duration dwell,
        @Nullable Webhook webhook,
        @Nullable String webhookSecret,
        Instant createdAt,
        Instant updatedAt) {

    /** As a request has it, without the secret: what was read can be sent back. */
    @Schema(name = "GeofenceWebhookAddress")
    record Webhook(URI url) {

        static @Nullable Webhook of(@Nullable URI url) {
            return url == null ? null : new Webhook(url);
        }
    }

    static FenceView of(Fence fence) {
        return of(fence, null);
    }

    static FenceView of(Fence fence, @Nullable String drawnSecret) {
        return new FenceView(
                fence.id(),
                fence.name(),
                fence.shape(),
                fence.dwell(),
                Webhook.of(fence.webhook()),
                drawnSecret,
                fence.createdAt(),
                fence.updatedAt());
    }
}
