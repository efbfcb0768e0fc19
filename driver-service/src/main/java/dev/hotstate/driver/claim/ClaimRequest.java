package dev.hotstate.driver.claim;

import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Drivers to claim: the nearest that are available. */
record ClaimRequest(
        @Schema(
                description = "Makes the call repeatable: the same request gets the same answer",
                examples = "ride-4711")
        @NotNull
        @Pattern(regexp = REQUEST_ID, message = "must be 1 to 64 letters, digits, dots, dashes or underscores")
        String requestId,

        @Schema(examples = "52.5219") @NotNull Double lat,

        @Schema(examples = "13.4132") @NotNull Double lon,

        @Schema(
                description = "How far to look, in km: up to driver.search.radius-max (50)",
                defaultValue = "5",
                examples = "5")
        @DecimalMin(value = "0", inclusive = false)
        @Nullable
        Double radius,

        @Schema(description = "How many", defaultValue = "1") @Min(1) @Max(500) @Nullable
        Integer count,

        @Schema(description = "How long the claim lasts unless it is confirmed", examples = "PT30S") @Nullable
        Duration ttl) {

    static final String REQUEST_ID = "[A-Za-z0-9._-]{1,64}";
}
