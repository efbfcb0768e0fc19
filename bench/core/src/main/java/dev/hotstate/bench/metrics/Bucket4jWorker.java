package dev.hotstate.bench.metrics;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

/** A process that decides with Bucket4j over Lettuce as its documentation shows, each caller a thread: its faster way. */
final class Bucket4jWorker {

    private static final long PLENTY = 1_000_000_000L;
    private static final Duration WINDOW = Duration.ofHours(1);

    private Bucket4jWorker() {}

    /** @param args the port of its Redis */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        var buckets = buckets(RedisClient.create("redis://127.0.0.1:" + args[0]));
        ThreadedCallers.serve(key -> buckets.get(key).tryConsume(1));
    }

    private static List<Bucket> buckets(RedisClient client) {
        var manager = Bucket4jLettuce.casBasedBuilder(client)
                .expirationAfterWrite(ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(WINDOW))
                .build();
        var configuration = BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(PLENTY).refillGreedy(PLENTY, WINDOW))
                .build();
        return IntStream.range(0, ThreadedCallers.KEYS_MAX)
                .mapToObj(i -> (Bucket)
                        manager.builder().build(("bucket:" + i).getBytes(StandardCharsets.UTF_8), () -> configuration))
                .toList();
    }
}
