package dev.hotstate.metrics.limit;

import java.time.Duration;

/**
 * So many hits in a window.
 *
 * @param burst how many may come at once, where the algorithm knows bursts; else it is ignored
 * @param parts sub-windows of a window, where the algorithm has some; else it is ignored
 * @param counted whether hits are kept as numbers and not one by one, which must not change while they are remembered
 */
public record Limit(Algorithm algorithm, long hits, Duration window, long burst, int parts, boolean counted) {

    public static final long HITS_MAX = 1_000_000_000;
    public static final Duration WINDOW_MIN = Duration.ofMillis(100);
    public static final Duration WINDOW_MAX = Duration.ofDays(31);
    public static final int PARTS_MAX = 60;

    /** Above this many, remembering each hit costs more than a ring. */
    static final long LOGGED_MAX = 128;

    private static final int PARTS = 60;

    public Limit {
        require(hits >= 1 && hits <= HITS_MAX, "a limit is 1 to " + HITS_MAX);
        require(burst >= 1 && burst <= HITS_MAX, "a burst is 1 to " + HITS_MAX);
        require(
                window.compareTo(WINDOW_MIN) >= 0 && window.compareTo(WINDOW_MAX) <= 0,
                "a window is " + WINDOW_MIN + " to " + WINDOW_MAX);
        require(parts >= 2 && parts <= PARTS_MAX, "a window has 2 to " + PARTS_MAX + " parts");
    }

    public Limit(Algorithm algorithm, long hits, Duration window, long burst, int parts) {
        this(algorithm, hits, window, burst, parts, hits > LOGGED_MAX);
    }

    public static Limit of(Algorithm algorithm, long hits, Duration window) {
        return new Limit(algorithm, hits, window, hits, PARTS);
    }

    public Limit withBurst(long newBurst) {
        return new Limit(algorithm, hits, window, newBurst, parts, counted);
    }

    public Limit withParts(int newParts) {
        return new Limit(algorithm, hits, window, burst, newParts, counted);
    }

    /** A part of it, at least one hit, for those who are counted under the whole one already. */
    public Limit times(double factor) {
        return new Limit(algorithm, part(hits, factor), window, part(burst, factor), parts, counted);
    }

    /** 0.29 of 100 is 29, also where a number with a point says 28.999999999999996. */
    private static long part(long whole, double factor) {
        return Math.max(1, (long) (whole * factor + 0.000001));
    }

    /** What is done in its place: the log of a large limit would be larger than it is worth. */
    Limit affordable() {
        return algorithm == Algorithm.SLIDING_LOG && counted
                ? new Limit(Algorithm.SUB_WINDOW_RING, hits, window, burst, parts, true)
                : this;
    }

    /** How many hits can pass in the worst window of all. */
    public long bound() {
        return switch (algorithm) {
            case SLIDING_LOG, SUB_WINDOW_RING -> hits;
            case FIXED_WINDOW, SLIDING_COUNTER -> 2 * hits;
            case TOKEN_BUCKET, GCRA -> burst + hits;
        };
    }

    /** The most hits that one call can ever have. */
    public long callMax() {
        return algorithm.hasBurst() ? burst : hits;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
