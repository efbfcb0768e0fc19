package dev.hotstate.kit.http.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One token bucket per caller, for a bounded number of callers. A caller that was pushed out, or was quiet long enough for
 * its bucket to fill up, starts with a full bucket.
 */
public final class TokenBuckets {

    /** @param full how long until the bucket is full again */
    public record Decision(boolean allowed, long remaining, Duration retryAfter, Duration full) {}

    private record Bucket(double tokens, long nanos) {}

    private final long capacity;
    private final double tokensPerNano;
    private final LongSupplier nanoClock;
    private final Cache<String, Bucket> buckets;

    public TokenBuckets(long capacity, double tokensPerSecond, int callersMax, LongSupplier nanoClock) {
        this.capacity = capacity;
        this.tokensPerNano = tokensPerSecond / 1e9;
        this.nanoClock = nanoClock;
        this.buckets = Caffeine.newBuilder()
                .maximumSize(callersMax)
                .expireAfterAccess(nanosFor(capacity))
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    /** Takes one token if there is one. */
    public Decision take(String caller) {
        long now = nanoClock.getAsLong();
        var decision = new Decision[1];
        buckets.asMap().compute(caller, (key, bucket) -> {
            double tokens = tokens(bucket, now);
            boolean allowed = tokens >= 1;
            double left = allowed ? tokens - 1 : tokens;
            decision[0] = decide(allowed, left);
            return new Bucket(left, now);
        });
        return decision[0];
    }

    /** What {@link #take} would answer, without taking. */
    public Decision look(String caller) {
        double tokens = tokens(buckets.getIfPresent(caller), nanoClock.getAsLong());
        return decide(tokens >= 1, tokens);
    }

    private Decision decide(boolean allowed, double left) {
        var retryAfter = allowed ? Duration.ZERO : nanosFor(1 - left);
        return new Decision(allowed, (long) left, retryAfter, nanosFor(capacity - left));
    }

    private double tokens(@Nullable Bucket bucket, long now) {
        return bucket == null ? capacity : Math.min(capacity, bucket.tokens + (now - bucket.nanos) * tokensPerNano);
    }

    private Duration nanosFor(double tokens) {
        return Duration.ofNanos((long) Math.ceil(tokens / tokensPerNano));
    }
}
