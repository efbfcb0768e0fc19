package dev.hotstate.kit.redis.stream;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import java.time.Duration;
import java.util.function.Function;

/**
 * What is relayed, and how much at once.
 *
 * @param name       of the streams, for metrics and logs
 * @param group      the consumer group; each relay of a stream has its own
 * @param key        the stream of a partition, under the tag of the partition
 * @param batchMax   entries per call of the handler, at most 1000
 * @param keep       how long consumed entries stay in the stream
 * @param patience   how long the handler may take for a batch before that counts as failed
 * @param quietPause how often a stream is looked at that has long been quiet; each look is a command
 */
public record StreamSpec(
        String name,
        String group,
        Function<Partition, RedisKey> key,
        int batchMax,
        Duration keep,
        Duration patience,
        Duration quietPause) {

    private static final int BATCH_LIMIT = 1_000;

    public StreamSpec {
        if (batchMax < 1 || batchMax > BATCH_LIMIT) {
            throw new IllegalArgumentException("batchMax is 1 to " + BATCH_LIMIT + ", not " + batchMax);
        }
    }

    /**
     * Batches of up to 500 in half a minute; consumed entries stay for ten minutes, for readers that catch up; a look each
     * second.
     */
    public static StreamSpec of(String name, String group, Function<Partition, RedisKey> key) {
        return new StreamSpec(
                name, group, key, 500, Duration.ofMinutes(10), Duration.ofSeconds(30), Duration.ofSeconds(1));
    }

    public StreamSpec withBatchMax(int entries) {
        return new StreamSpec(name, group, key, entries, keep, patience, quietPause);
    }

    public StreamSpec withKeep(Duration time) {
        return new StreamSpec(name, group, key, batchMax, time, patience, quietPause);
    }

    public StreamSpec withPatience(Duration time) {
        return new StreamSpec(name, group, key, batchMax, keep, time, quietPause);
    }

    /** For streams whose relays are nudged wherever something is appended, so that looking is only a precaution. */
    public StreamSpec withQuietPause(Duration time) {
        return new StreamSpec(name, group, key, batchMax, keep, patience, time);
    }
}
