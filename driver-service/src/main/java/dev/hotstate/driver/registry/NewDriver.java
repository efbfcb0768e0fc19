package dev.hotstate.driver.registry;

import jakarta.validation.Valid;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** @param id drawn if absent */
record NewDriver(
        @ExternalId @Schema(examples = "9b2e4c1a-77aa-4b5d-8a6e-0c4d1f3b9a11", maxLength = 64) @Nullable
        String id,

        @Valid @Nullable DriverProfile profile) {}
