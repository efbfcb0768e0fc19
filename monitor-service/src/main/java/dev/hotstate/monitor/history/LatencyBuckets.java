package dev.hotstate.monitor.history;

/**
 * Latencies by their logarithm: bucket {@code n} holds what lies in {@code (1.04^(n-1), 1.04^n]} microseconds, so that the
 * middle of a bucket is off by 2 % at most. Counts of the same bucket add up over instances, hours and days, which is
 * why percentiles of any period are true ones and not means of percentiles.
 *
 * <p>Bucket numbers are stored in Redis and Postgres: neither base nor bounds may change.
 */
public final class LatencyBuckets {

    private static final double BASE = 1.04;
    private static final double LOG_BASE = Math.log(BASE);

    /** One hour; what takes longer counts as that. */
    private static final long MICROS_MAX = 3_600_000_000L;

    /** The bucket of the longest latency. */
    public static final int LAST = of(MICROS_MAX);

    private LatencyBuckets() {}

    /** From 0 (up to a microsecond) to {@link #LAST}. */
    public static int of(long micros) {
        if (micros <= 1) {
            return 0;
        }
        return (int) Math.ceil(Math.log(Math.min(micros, MICROS_MAX)) / LOG_BASE);
    }

    /** The value that is least wrong for everything in the bucket. */
    public static long micros(int bucket) {
        return bucket == 0 ? 1 : Math.round(2 * Math.pow(BASE, bucket) / (BASE + 1));
    }
}
