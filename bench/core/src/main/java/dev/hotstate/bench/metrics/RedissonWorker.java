package dev.hotstate.bench.metrics;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A process that decides with the rate limiter of Redisson as its documentation shows, each caller a thread. */
final class RedissonWorker {

    private static final long PLENTY = 1_000_000_000L;
    /** It keeps an entry for each hit of a window, and looks through them: the shorter, the better for it. */
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private RedissonWorker() {}

    /** @param args the port of its Redis */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        var config = new Config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + args[0]);
        var client = Redisson.create(config);
        var limiters = IntStream.range(0, ThreadedCallers.KEYS_MAX)
                .mapToObj(i -> limiter(client, "limiter:" + i))
                .toList();
        ThreadedCallers.serve(key -> limiters.get(key).tryAcquire());
    }

    private static RRateLimiter limiter(RedissonClient client, String name) {
        var limiter = client.getRateLimiter(name);
        limiter.trySetRate(RateType.OVERALL, PLENTY, WINDOW);
        return limiter;
    }
}
