package dev.hotstate.kit.http.apikey;

import jakarta.validation.constraints.Future;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

record CreateApiKeyRequest(
        @Schema(examples = "deploy pipeline") @NotBlank @Size(max = 80) @OneLine
        String name,

        @Schema(examples = "[\"read\"]") @NotEmpty @Size(max = 20) @KnownScopes
        Set<@NotNull String> scopes,

        @Schema(description = "Absent: the key does not expire") @Future @Nullable
        Instant expiresAt) {}
