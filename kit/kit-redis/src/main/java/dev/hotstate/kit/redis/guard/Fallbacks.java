package dev.hotstate.kit.redis.guard;

import dev.hotstate.kit.redis.cache.CacheSpec;
import dev.hotstate.kit.redis.connection.RedisFailure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/**
 * What an operation does while Redis cannot. The choice is made per operation, where it is called: something older (by
 * {@link CacheSpec}, whose caches serve stale values and say so), nothing (here), or the failure itself, a {@link RedisFailure}
 * that HTTP shows as 503. A wrong command is never covered up.
 */
public final class Fallbacks {

    private final Counter skipped;

    public Fallbacks(MeterRegistry meters) {
        skipped = Counter.builder("hotstate.redis.fallback")
                .description("Operations that went on without Redis")
                .tag("kind", "skip")
                .register(meters);
    }

    /** Goes on without: for what only speeds up, counts or completes. */
    public <T> Uni<Optional<T>> orSkip(Uni<T> operation) {
        return operation
                .map(Optional::ofNullable)
                .onFailure(RedisFailure::isOutage)
                .recoverWithItem(() -> {
                    skipped.increment();
                    return Optional.empty();
                });
    }
}
