package dev.hotstate.metrics.policy;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What is answered while Redis can't decide. */
public enum FailMode {

    /** Everybody may go on. */
    OPEN,

    /** Nobody may. */
    CLOSED,

    /** Each instance allows its part of the limit by itself. */
    LOCAL_SHARE;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
