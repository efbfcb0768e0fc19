package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.cache.CacheStatistics;
import dev.hotstate.kit.redis.vitals.Vitals.CacheVitals;
import java.time.Instant;

/** Hits and misses of the envelope caches during the last minute. Only touched by the tick. */
final class CacheWatch {

    private final CacheStatistics statistics;
    private final LastMinute hits = new LastMinute();
    private final LastMinute misses = new LastMinute();

    CacheWatch(CacheStatistics statistics) {
        this.statistics = statistics;
    }

    CacheVitals look(Instant now) {
        long hit = hits.update(now, statistics.hits());
        long missed = misses.update(now, statistics.misses());
        return new CacheVitals(hit, missed, hit + missed == 0 ? null : (double) missed / (hit + missed));
    }
}
