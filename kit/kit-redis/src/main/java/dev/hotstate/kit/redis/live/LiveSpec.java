package dev.hotstate.kit.redis.live;

import dev.hotstate.kit.redis.key.RedisKey;
import java.time.Duration;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * What a channel carries, and how.
 *
 * @param channel its key; the last part names it in metrics
 * @param period for so long news is collected, the latest of each key
 * @param readableAfter how long after news came in the state that it tells of can be read by one who comes; zero if at once
 * @param pendingMax keys whose news waits at a time; of others the next news
 * @param perMessage news in one message
 * @param later which of two news of a key counts, or what both make together
 * @param encode also of an empty list: such a message asks whether anybody listens, and says nothing to who does
 */
public record LiveSpec<K, V>(
        RedisKey channel,
        Duration period,
        Duration readableAfter,
        int pendingMax,
        int perMessage,
        BinaryOperator<V> later,
        Function<List<V>, byte[]> encode) {}
