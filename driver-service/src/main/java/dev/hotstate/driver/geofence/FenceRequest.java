package dev.hotstate.driver.geofence;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A geofence as it shall be. */
@Schema(name = "SaveGeofence")
record FenceRequest(
        @Schema(examples = "Airport, rank 2") @NotBlank @Size(max = 120)
        String name,

        @NotNull Shape shape,

        @Schema(description = "After so long a driver counts as staying", examples = "PT5M") @Nullable
        Duration dwell,

        @Schema(description = "Where events are told") @Valid @Nullable
        Webhook webhook) {

    /** @param secret signs the messages (Standard Webhooks); drawn and shown once if absent; kept when a fence is changed */
    @Schema(name = "GeofenceWebhook")
    record Webhook(
            @Schema(examples = "https://example.com/fences") @NotNull
            URI url,

            @Nullable String secret) {}
}
