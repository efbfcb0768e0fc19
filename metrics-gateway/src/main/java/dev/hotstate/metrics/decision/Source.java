package dev.hotstate.metrics.decision;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Who has decided. */
public enum Source {
    REDIS,

    /** Redis has refused it a moment ago, and the moment has not passed. */
    DENY_CACHE,

    /** This instance, its part of the limit, since Redis is away. */
    LOCAL_SHARE,

    /** Nobody: Redis is away, and the policy is open. */
    FAIL_OPEN,

    /** Nobody: Redis is away, and the policy is closed. */
    FAIL_CLOSED;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
