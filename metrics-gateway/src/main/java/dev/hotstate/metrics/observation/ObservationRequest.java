package dev.hotstate.metrics.observation;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** One request that was answered, as its service tells it. */
@Schema(
        name = "Observation",
        requiredProperties = {"instance", "method", "status", "durationMs"})
record ObservationRequest(
        @Schema(examples = "shop-1", maxLength = 64) @Nullable
        String instance,

        @Schema(examples = "GET") @Nullable String method,

        @Schema(description = "As it was asked for; ids in it are recognised", examples = "/users/123") @Nullable
        String path,

        @Schema(description = "Instead of path: the template, if the service knows it", examples = "/users/{id}")
        @Nullable
        String route,

        @Schema(minimum = "100", maximum = "599", examples = "200") @Nullable
        Integer status,

        @Schema(minimum = "0", maximum = "3600000", examples = "12.7") @Nullable
        Double durationMs,

        @Schema(description = "When it ended, unix milliseconds, of the last 24 hours; usually now") @Nullable
        Long ts,

        @Schema(
                description = "Address of the client; requests of the machine itself don't count",
                examples = "192.0.2.7")
        @Nullable
        String client,

        @Schema(description = "Refused by a limit, so not accepted; usually false") @Nullable
        Boolean refused) {}
