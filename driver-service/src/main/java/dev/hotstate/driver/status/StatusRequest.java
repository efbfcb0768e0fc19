package dev.hotstate.driver.status;

import dev.hotstate.driver.position.Reasons;
import jakarta.validation.constraints.Pattern;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** @param reason in a word or two, for people */
record StatusRequest(
        @Pattern(regexp = Reasons.PATTERN, message = "must have at most 80 characters, all of which can be seen")
        @Schema(examples = "break")
        @Nullable
        String reason) {}
