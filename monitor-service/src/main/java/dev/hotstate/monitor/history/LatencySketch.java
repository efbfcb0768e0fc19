package dev.hotstate.monitor.history;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often each of the {@link LatencyBuckets} was hit. Sketches of several hours merge by adding.
 *
 * <p>As bytes: a format byte, then for each bucket in use the distance to the one before and its count, both as LEB128. An
 * hour of a usual monitor takes 20 to 40 bytes.
 */
public final class LatencySketch {

    public static final LatencySketch EMPTY = new LatencySketch(new TreeMap<>());

    private static final byte FORMAT = 1;
    private static final int SEVEN_BITS = 0x7f;
    private static final int MORE = 0x80;

    private final SortedMap<Integer, Long> counts;

    private LatencySketch(SortedMap<Integer, Long> counts) {
        this.counts = counts;
    }

    /** @param counts by bucket; zeros are left out */
    public static LatencySketch of(Map<Integer, Long> counts) {
        var present = new TreeMap<Integer, Long>();
        counts.forEach((bucket, count) -> {
            if (bucket < 0 || bucket > LatencyBuckets.LAST || count < 0) {
                throw new IllegalArgumentException("bucket " + bucket + " with count " + count);
            }
            if (count > 0) {
                present.put(bucket, count);
            }
        });
        return new LatencySketch(present);
    }

    public static LatencySketch read(byte[] bytes) {
        if (bytes.length == 0) {
            return EMPTY;
        }
        if (bytes[0] != FORMAT) {
            throw new IllegalArgumentException("a latency sketch of format " + bytes[0]);
        }
        var counts = new TreeMap<Integer, Long>();
        var in = new Numbers(bytes);
        for (int bucket = 0; in.hasMore(); ) {
            bucket += (int) in.next();
            counts.put(bucket, in.next());
        }
        return new LatencySketch(counts);
    }

    public byte[] bytes() {
        if (counts.isEmpty()) {
            return new byte[0];
        }
        var out = new ByteArrayOutputStream();
        out.write(FORMAT);
        int before = 0;
        for (var entry : counts.entrySet()) {
            write(out, entry.getKey() - before);
            write(out, entry.getValue());
            before = entry.getKey();
        }
        return out.toByteArray();
    }

    public LatencySketch plus(LatencySketch other) {
        var sum = new TreeMap<>(counts);
        other.counts.forEach((bucket, count) -> sum.merge(bucket, count, Long::sum));
        return new LatencySketch(sum);
    }

    /** The larger count of each bucket: what is known of one hour from two looks at it, of which either may lack something. */
    public LatencySketch union(LatencySketch other) {
        var union = new TreeMap<>(counts);
        other.counts.forEach((bucket, count) -> union.merge(bucket, count, Math::max));
        return new LatencySketch(union);
    }

    public long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * The latency that this share of the checks did not exceed; empty without any.
     *
     * @param share 0 to 1, such as 0.95
     */
    public OptionalLong percentileMicros(double share) {
        long wanted = Math.max(1, (long) Math.ceil(share * count()));
        long seen = 0;
        for (var entry : counts.entrySet()) {
            seen += entry.getValue();
            if (seen >= wanted) {
                return OptionalLong.of(LatencyBuckets.micros(entry.getKey()));
            }
        }
        return OptionalLong.empty();
    }

    private static void write(ByteArrayOutputStream out, long number) {
        long left = number;
        while (left > SEVEN_BITS) {
            out.write((int) (left & SEVEN_BITS) | MORE);
            left >>>= 7;
        }
        out.write((int) left);
    }

    /** LEB128 numbers behind the format byte. */
    private static final class Numbers {

        private final byte[] bytes;
        private int at = 1;

        Numbers(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean hasMore() {
            return at < bytes.length;
        }

        long next() {
            long number = 0;
            for (int shift = 0; ; shift += 7) {
                byte part = bytes[at++];
                number |= (long) (part & SEVEN_BITS) << shift;
                if ((part & MORE) == 0) {
                    return number;
                }
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LatencySketch that && counts.equals(that.counts);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }

    @Override
    public String toString() {
        return "LatencySketch" + Arrays.toString(counts.entrySet().toArray());
    }
}
