package dev.hotstate.driver.claim;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** @param token as the claim was answered with: only who claimed a driver knows it */
record ClaimToken(
        @Schema(examples = "1795089600123456") @NotNull @Positive
        Long token) {}
