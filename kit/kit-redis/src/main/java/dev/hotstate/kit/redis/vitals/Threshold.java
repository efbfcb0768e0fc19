package dev.hotstate.kit.redis.vitals;

/**
 * The alert thresholds of the redis-design seed, by the code that a {@link Vitals.Reason} carries. The Prometheus rules
 * use the same figures.
 */
public enum Threshold {
    /** Memory used, as a share of maxmemory. */
    MEMORY("redis-memory", 0.80),
    /** Connected clients, as a share of maxclients. */
    CLIENTS("redis-clients", 0.80),
    /** Misses of the envelope caches, as a share of their reads. */
    CACHE_MISSES("cache-misses", 0.50),
    /** Keys evicted since the last look: any is too many, leases and queues are not a cache. */
    EVICTIONS("redis-evictions", 0),
    /** Slowlog entries per minute. */
    SLOWLOG("redis-slowlog", 10);

    private final String code;
    private final double limit;

    Threshold(String code, double limit) {
        this.code = code;
        this.limit = limit;
    }

    public String code() {
        return code;
    }

    public double limit() {
        return limit;
    }

    public boolean isExceededBy(double value) {
        return value > limit;
    }
}
