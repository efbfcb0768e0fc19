package dev.hotstate.kit.http.apikey;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** @param key the whole key: only in the answer that creates it, nobody can see it again */
record ApiKeyView(
        String id,
        String name,
        @Schema(examples = "hs_monitor_3f9a1c2b4d5e") String prefix,
        List<String> scopes,

        @Schema(enumeration = {"active", "rotating", "expired", "revoked"})
        String state,

        Instant createdAt,
        String createdBy,
        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt,
        @Nullable Instant revokedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String key) {

    static ApiKeyView of(ApiKey key, String app, Instant now) {
        return created(key, app, now, null);
    }

    static ApiKeyView created(ApiKey key, String app, Instant now, @Nullable String text) {
        return new ApiKeyView(
                key.id(),
                key.name(),
                KeyText.prefix(app, key.id()),
                key.scopes().sorted(),
                key.state(now).name().toLowerCase(Locale.ROOT),
                key.createdAt(),
                key.createdBy(),
                key.expiresAt(),
                key.lastUsedAt(),
                key.revokedAt(),
                text);
    }
}
