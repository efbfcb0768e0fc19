package dev.hotstate.driver.cell;

/**
 * The score under which a cell keeps a driver. Whole milliseconds: when the heartbeat lapses. The 12 bits behind the point:
 * how much older than that its position is, on a logarithmic scale good to 0.2 %, or that the driver has left the cell.
 */
public final class CellScore {

    static final int STEPS = 4096;
    static final int TOMBSTONE = STEPS - 1;

    private static final double STEPS_PER_E_FOLD = 340;

    private CellScore() {}

    /** Of a driver whose position is of that time, unix milliseconds. */
    public static double of(long expiry, long positionAt) {
        return expiry + (double) code(expiry, positionAt) / STEPS;
    }

    /** What to add to the expiry for a position of that time: 0..4094. */
    static int code(long expiry, long positionAt) {
        double age = Math.max(0, expiry - positionAt);
        return (int) Math.min(TOMBSTONE - 1L, Math.round(Math.log1p(age / 1000) * STEPS_PER_E_FOLD));
    }

    public static boolean hasLeft(double score) {
        return codeOf(score) == TOMBSTONE;
    }

    public static long expiry(double score) {
        return (long) Math.floor(score);
    }

    public static long positionAt(double score) {
        return expiry(score) - Math.round(Math.expm1(codeOf(score) / STEPS_PER_E_FOLD) * 1000);
    }

    private static int codeOf(double score) {
        return (int) Math.round((score - Math.floor(score)) * STEPS);
    }
}
