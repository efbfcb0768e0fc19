package dev.hotstate.kit.redis.connection;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the router counts. Adders and one array, so that a command costs a few nanoseconds here; {@link RouterMeters}
 * shows them to Micrometer.
 */
public final class RouterStats {

    /** Four buckets per doubling of microseconds, up to about a minute. */
    private static final int BUCKETS = 104;

    final LongAdder replied = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder timedOut = new LongAdder();
    final LongAdder unavailable = new LongAdder();
    final LongAdder prevented = new LongAdder();
    final LongAdder nanos = new LongAdder();
    final LongAdder moved = new LongAdder();
    final LongAdder asked = new LongAdder();
    final LongAdder waited = new LongAdder();
    final LongAdder resent = new LongAdder();
    final LongAdder connectionsOpened = new LongAdder();
    final LongAdder connectionsLost = new LongAdder();
    final LongAdder connectionsFailed = new LongAdder();
    final LongAdder slotMapsRead = new LongAdder();
    final LongAdder slotMapsFailed = new LongAdder();
    private final AtomicLongArray latencies = new AtomicLongArray(BUCKETS);

    void replied(long tookNanos) {
        replied.increment();
        nanos.add(tookNanos);
        latencies.getAndIncrement(bucket(tookNanos));
    }

    void failed(RedisFailure failure) {
        switch (failure) {
            case RedisRefused refusal -> refused.increment();
            case RedisTimedOut timeout -> timedOut.increment();
            case RedisUnavailable missing -> {
                unavailable.increment();
                if (missing.reason() == RedisUnavailable.Reason.BREAKER_OPEN) {
                    prevented.increment();
                }
            }
        }
    }

    /** Commands with any outcome so far. */
    public long commands() {
        return replied.sum() + failures() + refused.sum();
    }

    /** Commands that had no answer so far. */
    public long failures() {
        return timedOut.sum() + unavailable.sum();
    }

    /** How many replies fell into each latency bucket so far; subtract two pictures to see an interval. */
    public long[] latencies() {
        long[] picture = new long[BUCKETS];
        for (int i = 0; i < BUCKETS; i++) {
            picture[i] = latencies.get(i);
        }
        return picture;
    }

    /** The latency that a share (0.99) of the counted replies did not exceed, within 25 %; 0 if there are none. */
    public static long quantileMicros(long[] latencies, double share) {
        long all = 0;
        for (long count : latencies) {
            all += count;
        }
        long rank = (long) Math.ceil(all * share);
        long seen = 0;
        for (int i = 0; i < latencies.length; i++) {
            seen += latencies[i];
            if (seen >= rank && all > 0) {
                return (1L << i / 4) * (5 + i % 4) / 4;
            }
        }
        return 0;
    }

    /** Position of the highest bit gives the doubling, the two bits below it the quarter. */
    static int bucket(long tookNanos) {
        long micros = Math.max(1, tookNanos / 1000);
        int doubling = 63 - Long.numberOfLeadingZeros(micros);
        int quarter = doubling >= 2 ? (int) (micros >>> doubling - 2) & 3 : (int) (micros << 2 - doubling) & 3;
        return Math.min(BUCKETS - 1, doubling * 4 + quarter);
    }
}
