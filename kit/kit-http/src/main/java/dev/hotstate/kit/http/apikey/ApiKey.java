package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.caller.CallerIdentity;
import dev.hotstate.kit.http.caller.Scopes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A key as Postgres knows it. */
record ApiKey(
        String id,
        String name,
        SecretHash secretHash,
        Scopes scopes,
        Instant createdAt,
        String createdBy,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt,
        @Nullable String replacedBy) {

    enum State {
        ACTIVE,
        /** Replaced by a new key and valid until it expires. */
        ROTATING,
        EXPIRED,
        REVOKED
    }

    /** Whoever sends it. */
    CallerIdentity bearer() {
        return new CallerIdentity(id, name, scopes, secretHash.fingerprint());
    }

    State state(Instant now) {
        if (revokedAt != null) {
            return State.REVOKED;
        }
        if (expiresAt != null && !now.isBefore(expiresAt)) {
            return State.EXPIRED;
        }
        return replacedBy == null ? State.ACTIVE : State.ROTATING;
    }

    boolean isUsable(Instant now) {
        var state = state(now);
        return state == State.ACTIVE || state == State.ROTATING;
    }
}
