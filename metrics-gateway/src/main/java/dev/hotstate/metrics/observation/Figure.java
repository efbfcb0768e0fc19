package dev.hotstate.metrics.observation;

import dev.hotstate.kit.redis.key.RedisKey;
import java.util.List;
import java.util.Map;

/** What a tally changes at one key: each lies in a slot of its own and can be counted on its own. */
sealed interface Figure {

    long FOR_EVER = 0;

    RedisKey key();

    /** A counter or a sum. */
    record Total(RedisKey key, String more, long ttlMs) implements Figure {}

    /** @param scoresAndMembers a score, its member, a score ... */
    record Times(RedisKey key, List<Object> scoresAndMembers) implements Figure {}

    /**
     * How response times are distributed.
     *
     * @param packed as {@link PackedCounts} has it
     * @param width bytes of a count in Redis
     * @param ttlMs from its beginning on
     */
    record Counts(RedisKey key, byte[] packed, int width, long ttlMs) implements Figure {}

    /** How other values are distributed, and their sum. */
    record Buckets(RedisKey key, Map<Integer, Long> counts, String sum, long ttlMs) implements Figure {}

    record Gauge(RedisKey key, String instance, String value, boolean relative) implements Figure {}

    record Uniques(RedisKey key, List<String> members) implements Figure {}
}
