package dev.hotstate.driver.cell;

/**
 * A point as Redis keeps it in a geo set: 26 bits of latitude and of longitude by turns.
 *
 * <p>Reading it here gives the very coordinates that WITHCOORD gives. Redis would write them out as decimals, which costs it more
 * than the whole search for them does.
 */
public final class GeoHash {

    private static final double LAT_MAX = 85.05112878;
    private static final double LON_MAX = 180;
    private static final double STEPS = 1L << 26;

    private GeoHash() {}

    /** The score that GEOADD gives to the point. */
    public static long encode(GeoPoint point) {
        return spreadBits(step(point.lat(), LAT_MAX)) | spreadBits(step(point.lon(), LON_MAX)) << 1;
    }

    /** The middle of what the bits stand for. */
    public static GeoPoint decode(long bits) {
        return new GeoPoint(middle(evenBits(bits), LAT_MAX), middle(evenBits(bits >>> 1), LON_MAX));
    }

    private static long step(double degrees, double max) {
        return (long) ((degrees + max) / (2 * max) * STEPS);
    }

    private static double middle(long step, double max) {
        double from = -max + step / STEPS * 2 * max;
        double to = -max + (step + 1) / STEPS * 2 * max;
        return (from + to) / 2;
    }

    /** Each bit followed by an empty one. */
    private static long spreadBits(long bits) {
        long x = (bits | bits << 16) & 0x0000FFFF0000FFFFL;
        x = (x | x << 8) & 0x00FF00FF00FF00FFL;
        x = (x | x << 4) & 0x0F0F0F0F0F0F0F0FL;
        x = (x | x << 2) & 0x3333333333333333L;
        return (x | x << 1) & 0x5555555555555555L;
    }

    /** Every second bit, pushed together. */
    private static long evenBits(long bits) {
        long x = bits & 0x5555555555555555L;
        x = (x | x >>> 1) & 0x3333333333333333L;
        x = (x | x >>> 2) & 0x0F0F0F0F0F0F0F0FL;
        x = (x | x >>> 4) & 0x00FF00FF00FF00FFL;
        x = (x | x >>> 8) & 0x0000FFFF0000FFFFL;
        return (x | x >>> 16) & 0x00000000FFFFFFFFL;
    }
}
