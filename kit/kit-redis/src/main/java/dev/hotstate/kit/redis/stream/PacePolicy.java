package dev.hotstate.kit.redis.stream;

import java.time.Duration;

/** When to look at a stream again. */
final class PacePolicy {

    static final Duration PAUSE_MIN = Duration.ofMillis(50);
    static final Duration GATHER = Duration.ofMillis(200);
    static final Duration TROUBLE_MIN = Duration.ofMillis(100);
    static final Duration TROUBLE_MAX = Duration.ofSeconds(10);
    private static final int DOUBLINGS_MAX = 20;

    private PacePolicy() {}

    /**
     * A full batch, or a nudge: at once. Something, but less than there was room for: what comes next is gathered, since a batch of
     * one costs its handler nearly as much as one of a hundred. Nothing: see {@link #afterNothing}.
     */
    static Duration afterRound(int entries, int batchMax, boolean nudged, int quietRounds, Duration quietPause) {
        if (nudged || entries >= batchMax) {
            return Duration.ZERO;
        }
        return entries > 0 ? GATHER : afterNothing(quietRounds, quietPause);
    }

    /** Soon after something came, then twice as long each time. */
    static Duration afterNothing(int times, Duration max) {
        return doubled(PAUSE_MIN, times, max);
    }

    static Duration afterFailures(int times) {
        return doubled(TROUBLE_MIN, times, TROUBLE_MAX);
    }

    private static Duration doubled(Duration first, int times, Duration max) {
        var pause = first.multipliedBy(1L << Math.clamp(times - 1, 0, DOUBLINGS_MAX));
        return pause.compareTo(max) < 0 ? pause : max;
    }
}
