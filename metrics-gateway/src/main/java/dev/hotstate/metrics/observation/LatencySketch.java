package dev.hotstate.metrics.observation;

import java.util.SortedMap;

/**
 * Which latency falls into which bucket of a DDSketch: each is 2 % wider than the one before, so that the value given for a
 * bucket is at most 1 % wrong for all in it. Buckets of different hours and instances can be added.
 */
public final class LatencySketch {

    private static final double ERROR = 0.01;
    /** How much wider each bucket is than the one before. */
    public static final double GAMMA = (1 + ERROR) / (1 - ERROR);

    private static final double LOG_GAMMA = Math.log(GAMMA);

    /** One hour; what takes longer counts as that. */
    private static final long MICROS_MAX = 3_600_000_000L;

    /** Of values that are no times; what is larger counts as that. */
    private static final double THOUSANDTHS_MAX = 1e16;

    private LatencySketch() {}

    /** Of any value that is not negative, kept in thousandths: 0 to about 1,850. What is smaller than one counts as 0. */
    public static int bucketOfValue(double value) {
        double thousandths = Math.min(value * 1_000, THOUSANDTHS_MAX);
        return thousandths <= 1 ? 0 : (int) Math.ceil(Math.log(thousandths) / LOG_GAMMA);
    }

    /** The part of a bucket's share of values, see {@link #microsAt}. */
    public static double valueAt(SortedMap<Integer, Long> counts, double part) {
        double thousandths = microsAt(counts, part);
        return thousandths <= 1 ? 0 : thousandths / 1_000;
    }

    /** From 0 (up to a microsecond) to about 1,100. */
    public static int bucketOf(long micros) {
        return micros <= 1 ? 0 : (int) Math.ceil(Math.log(Math.min(micros, MICROS_MAX)) / LOG_GAMMA);
    }

    /** The value that is least wrong for everything in the bucket. */
    static double microsOf(int bucket) {
        return bucket == 0 ? 1 : 2 * Math.pow(GAMMA, bucket) / (GAMMA + 1);
    }

    /**
     * The latency that this part of all requests did not exceed.
     *
     * @param counts by bucket, at least one
     * @param part 0 to 1
     */
    public static double microsAt(SortedMap<Integer, Long> counts, double part) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        long rank = (long) Math.floor(part * (all - 1));
        long seen = 0;
        for (var bucket : counts.entrySet()) {
            seen += bucket.getValue();
            if (seen > rank) {
                return microsOf(bucket.getKey());
            }
        }
        throw new IllegalArgumentException("no counts");
    }
}
