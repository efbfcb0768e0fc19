package dev.hotstate.metrics.policy;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How callers stand in the keys of Redis. */
public enum Identifiers {

    /** By a digest: addresses and names of users are personal. */
    HASHED,

    /** As they are, escaped where they would break the key (with spaces, a digest): for what is no secret, such as a tenant. */
    PLAIN;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
