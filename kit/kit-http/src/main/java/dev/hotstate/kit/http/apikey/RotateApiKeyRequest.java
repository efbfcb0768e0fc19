package dev.hotstate.kit.http.apikey;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

record RotateApiKeyRequest(
        @Schema(description = "How long the old key stays valid; absent: a day", examples = "3600")
        @Min(0)
        @Max(2_592_000)
        @Nullable
        Long graceSeconds) {}
