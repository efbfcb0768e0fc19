package dev.hotstate.kit.redis.vitals;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one node answered to one poll.
 *
 * @param hitRatio         of the reads since the poll before
 * @param evictedPerMinute keys evicted during the last minute
 */
record NodeReading(
        Instant at,
        long roundTripMicros,
        InfoReply info,
        InfoReply cluster,
        long slowlogPerMinute,
        long evictedPerMinute,
        @Nullable Double hitRatio) {}
