package dev.hotstate.metrics.live;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.hotstate.metrics.observation.LatencySketch;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How long requests took, as counts by bucket: two buckets of {@link LatencySketch} in one, so that an hour of thousands of
 * endpoints fits into memory. At most 2 % wrong.
 */
final class Times {

    static final Times NONE = new Times(new int[0]);

    private static final double MICROS_PER_MILLI = 1_000;

    /** Bucket, count, bucket, count ..., the smallest bucket first. */
    private final int[] counts;

    private Times(int[] counts) {
        this.counts = counts;
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Times read(int[] counts) {
        return new Times(counts);
    }

    static Times of(Map<Integer, Long> fine) {
        var coarse = new TreeMap<Integer, Long>();
        fine.forEach((bucket, count) -> coarse.merge((bucket + 1) / 2, count, Long::sum));
        var counts = new int[2 * coarse.size()];
        int at = 0;
        for (var bucket : coarse.entrySet()) {
            counts[at++] = bucket.getKey();
            counts[at++] = Math.toIntExact(Math.min(bucket.getValue(), Integer.MAX_VALUE));
        }
        return new Times(counts);
    }

    @JsonValue
    int[] counts() {
        return counts;
    }

    Times plus(Times other) {
        if (counts.length == 0 || other.counts.length == 0) {
            return counts.length == 0 ? other : this;
        }
        var sum = new int[counts.length + other.counts.length];
        int at = 0;
        int i = 0;
        int j = 0;
        while (i < counts.length || j < other.counts.length) {
            int mine = i < counts.length ? counts[i] : Integer.MAX_VALUE;
            int its = j < other.counts.length ? other.counts[j] : Integer.MAX_VALUE;
            sum[at++] = Math.min(mine, its);
            int count = 0;
            if (mine <= its) {
                count += counts[i + 1];
                i += 2;
            }
            if (its <= mine) {
                count += other.counts[j + 1];
                j += 2;
            }
            sum[at++] = count;
        }
        return new Times(Arrays.copyOf(sum, at));
    }

    /** What this part of all did not exceed, in milliseconds; null if there are none. */
    @Nullable
    Double millisAt(double part) {
        long all = 0;
        for (int i = 1; i < counts.length; i += 2) {
            all += counts[i];
        }
        long rank = (long) Math.floor(part * (all - 1));
        long seen = 0;
        for (int i = 0; i < counts.length; i += 2) {
            seen += counts[i + 1];
            if (seen > rank) {
                return Math.round(microsOf(counts[i])) / MICROS_PER_MILLI;
            }
        }
        return null;
    }

    /** The value that is least wrong for everything in the bucket. */
    private static double microsOf(int bucket) {
        double gamma = LatencySketch.GAMMA * LatencySketch.GAMMA;
        return bucket == 0 ? 1 : 2 * Math.pow(gamma, bucket) / (gamma + 1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Times that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return Arrays.toString(counts);
    }
}
