package dev.hotstate.kit.redis.cache;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** {@code hotstate.cache.read{cache, outcome}} and {@code hotstate.cache.load{cache, reason}}. */
final class CacheMetrics {

    final Counter hits;
    final Counter misses;
    final Counter stale;
    final Counter loadsOnMiss;
    final Counter earlyLoads;
    final Counter failedLoads;

    CacheMetrics(MeterRegistry registry, String cache) {
        this.hits = read(registry, cache, "hit");
        this.misses = read(registry, cache, "miss");
        this.stale = read(registry, cache, "stale");
        this.loadsOnMiss = load(registry, cache, "miss");
        this.earlyLoads = load(registry, cache, "early");
        this.failedLoads = load(registry, cache, "failed");
    }

    private static Counter read(MeterRegistry registry, String cache, String outcome) {
        return Counter.builder("hotstate.cache.read")
                .description("Reads of an envelope cache, by outcome")
                .tag("cache", cache)
                .tag("outcome", outcome)
                .register(registry);
    }

    private static Counter load(MeterRegistry registry, String cache, String reason) {
        return Counter.builder("hotstate.cache.load")
                .description("Loads of a cached value from its owner, by reason")
                .tag("cache", cache)
                .tag("reason", reason)
                .register(registry);
    }
}
