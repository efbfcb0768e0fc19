package dev.hotstate.kit.redis.cache;

import java.util.concurrent.atomic.LongAdder;

/** Hits and misses of all caches of this process since it started; the vitals look at their growth. */
public final class CacheStatistics {

    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    void hit() {
        hits.increment();
    }

    void miss() {
        misses.increment();
    }

    public long hits() {
        return hits.sum();
    }

    public long misses() {
        return misses.sum();
    }
}
