package dev.hotstate.metrics.minute;

/**
 * Whose minute it is.
 *
 * @param minute since 1970
 */
public record MinutePart(long minute, String writer) {

    public static final long MILLIS = 60_000;

    /** The minute of a moment. */
    public static long minuteOf(long millis) {
        return Math.floorDiv(millis, MILLIS);
    }
}
