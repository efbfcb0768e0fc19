package dev.hotstate.driver.claim;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** One driver to claim, by its id. */
record ChosenClaimRequest(
        @Schema(
                description = "Makes the call repeatable: the same request gets the same answer",
                examples = "ride-4711")
        @NotNull
        @Pattern(
                regexp = ClaimRequest.REQUEST_ID,
                message = "must be 1 to 64 letters, digits, dots, dashes or underscores")
        String requestId,

        @Schema(description = "How long the claim lasts unless it is confirmed", examples = "PT30S") @Nullable
        Duration ttl) {}
