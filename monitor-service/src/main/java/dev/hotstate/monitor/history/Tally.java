package dev.hotstate.monitor.history;

import java.util.OptionalDouble;

/**
 * How checks of some period ended. Uptime is {@code up / (up + down)}: when nobody knew, the target is neither praised nor
 * blamed, and how often nobody knew is told apart.
 */
public record Tally(long up, long down, long unknown) {

    public static final Tally NONE = new Tally(0, 0, 0);

    public Tally plus(Tally other) {
        return new Tally(up + other.up, down + other.down, unknown + other.unknown);
    }

    public long total() {
        return up + down + unknown;
    }

    /** 0 to 1; empty if no check of the period had a verdict. */
    public OptionalDouble uptime() {
        return up + down == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) up / (up + down));
    }

    /** 0 to 1: how much of the checks told something. */
    public OptionalDouble coverage() {
        return total() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) (up + down) / total());
    }
}
