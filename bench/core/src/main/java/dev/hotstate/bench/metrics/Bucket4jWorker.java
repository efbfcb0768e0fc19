package dev.hotstate.bench.metrics;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** A process that decides with Bucket4j over Lettuce as its documentation shows, each caller a thread: its faster way. */
final class Bucket4jWorker {

    private static final long PLENTY = 1_000_000_000L;
    private static final Duration WINDOW = Duration.ofHours(1);
    private static final int KEYS_MAX = 10_000;

    private final List<Bucket> buckets;
    private final ExecutorService threads = Executors.newFixedThreadPool(Deciding.CALLERS);

    private Bucket4jWorker(RedisClient client) {
        var manager = Bucket4jLettuce.casBasedBuilder(client)
                .expirationAfterWrite(ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(WINDOW))
                .build();
        var configuration = BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(PLENTY).refillGreedy(PLENTY, WINDOW))
                .build();
        buckets = IntStream.range(0, KEYS_MAX)
                .mapToObj(i -> (Bucket)
                        manager.builder().build(("bucket:" + i).getBytes(StandardCharsets.UTF_8), () -> configuration))
                .toList();
    }

    /** @param args the port of its Redis */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        var worker = new Bucket4jWorker(RedisClient.create("redis://127.0.0.1:" + args[0]));
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = orders.readLine(); line != null; line = orders.readLine()) {
            var words = line.split(" ");
            System.out.println(worker.decide(Integer.parseInt(words[0]), Long.parseLong(words[1])));
        }
        System.exit(0);
    }

    private String decide(int keys, long decisions) throws InterruptedException, ExecutionException {
        var asked = new AtomicLong();
        long begun = System.nanoTime();
        long allowed = 0;
        for (var part : threads.invokeAll(IntStream.range(0, Deciding.CALLERS)
                .mapToObj(caller -> (Callable<Long>) () -> askAll(asked, keys, decisions))
                .toList())) {
            allowed += part.get();
        }
        return "{\"decisions\": %d, \"nanos\": %d}".formatted(allowed, System.nanoTime() - begun);
    }

    private long askAll(AtomicLong asked, int keys, long decisions) {
        long allowed = 0;
        for (long number = asked.getAndIncrement(); number < decisions; number = asked.getAndIncrement()) {
            if (buckets.get((int) (number % keys)).tryConsume(1)) {
                allowed++;
            }
        }
        return allowed;
    }
}
