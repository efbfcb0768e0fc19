package dev.hotstate.monitor.channel;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What became of one attempt to send. */
public sealed interface SendOutcome {

    /** The other side has taken it. */
    record Delivered() implements SendOutcome {}

    /**
     * @param detail     one line for people, without secrets
     * @param refused    whether the other side surely has not taken it; else nobody knows
     * @param retryAfter what the other side asked for
     */
    record Failed(String detail, boolean refused, @Nullable Duration retryAfter) implements SendOutcome {}
}
