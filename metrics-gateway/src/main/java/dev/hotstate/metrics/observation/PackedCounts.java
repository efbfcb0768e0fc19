package dev.hotstate.metrics.observation;

import dev.hotstate.kit.redis.connection.Reply;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of a {@link LatencySketch} as Redis has them, in one string: how many bytes a count takes (1 byte), the first bucket (2),
 * then the counts from that bucket on, the largest byte first. A count that has reached the largest number it can hold stays there.
 */
public final class PackedCounts {

    /** Up to 4,294,967,295. */
    static final int WIDTH_OF_HOUR = 4;
    /** Up to 2.8e14. */
    static final int WIDTH_OF_ALL_TIME = 6;

    private static final long COUNT_MAX = (1L << 8 * WIDTH_OF_ALL_TIME) - 1;

    private PackedCounts() {}

    /** What is to be added: pairs of a bucket (2 bytes) and its count (6), the lowest bucket first. */
    static byte[] of(Map<Integer, Long> counts) {
        var packed = ByteBuffer.allocate(8 * counts.size());
        new TreeMap<>(counts)
                .forEach((bucket, count) ->
                        packed.putLong((long) bucket << 8 * WIDTH_OF_ALL_TIME | Math.min(count, COUNT_MAX)));
        return packed.array();
    }

    /** By bucket, without those that were never counted; none if there is no such sketch. */
    public static SortedMap<Integer, Long> read(Reply sketch) {
        var counts = new TreeMap<Integer, Long>();
        if (sketch.isNil()) {
            return counts;
        }
        var bytes = ByteBuffer.wrap(sketch.bytes());
        int width = bytes.get();
        for (int bucket = bytes.getShort(); bytes.hasRemaining(); bucket++) {
            long count = number(bytes, width);
            if (count > 0) {
                counts.put(bucket, count);
            }
        }
        return counts;
    }

    private static long number(ByteBuffer bytes, int width) {
        long number = 0;
        for (int i = 0; i < width; i++) {
            number = number << Byte.SIZE | Byte.toUnsignedLong(bytes.get());
        }
        return number;
    }
}
