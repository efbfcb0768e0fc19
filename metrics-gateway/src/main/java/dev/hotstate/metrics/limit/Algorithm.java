package dev.hotstate.metrics.limit;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Ways to limit. L is the limit, the burst what may come at once. They differ in what they cost and in how many hits can pass
 * in the worst window of all, see {@link Limit#bound}.
 */
public enum Algorithm {

    /** L in each window, which begins with its first hit. */
    FIXED_WINDOW,

    /** Exactly L in any window, remembered hit by hit; large limits are kept as {@link #SUB_WINDOW_RING}. */
    SLIDING_LOG,

    /** About L in any window: assumes that the hits of the window before came evenly. */
    SLIDING_COUNTER,

    /** At most L in any window, at a fixed size: up to one sub-window stricter than the log. */
    SUB_WINDOW_RING,

    /** A burst at once, filled up evenly by L in a window. */
    TOKEN_BUCKET,

    /** As the token bucket, in one number. */
    GCRA;

    /** As it is written in policies and answers. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean hasBurst() {
        return this == TOKEN_BUCKET || this == GCRA;
    }
}
