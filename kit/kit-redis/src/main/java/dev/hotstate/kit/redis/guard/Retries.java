package dev.hotstate.kit.redis.guard;

import dev.hotstate.kit.redis.connection.RedisFailure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.faulttolerance.api.Guard;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.util.TypeLiteral;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;

/**
 * Second, third and fourth tries after 100, 200 and 400 ms, for work in the background that may be done twice. A request
 * has no time for this: the router already tries within its deadline whatever certainly was not applied.
 */
public final class Retries {

    private static final int TRIES_MORE = 3;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LAST_PAUSE_MILLIS = 400;

    private final Guard guard;

    public Retries(MeterRegistry meters) {
        Counter retried = Counter.builder("hotstate.redis.retry.started")
                .description("Repeated tries of background work")
                .register(meters);
        Counter gaveUp = Counter.builder("hotstate.redis.retry.exhausted")
                .description("Background work that failed in spite of all tries")
                .register(meters);
        guard = Guard.create()
                .withDescription("redis background work")
                .withRetry()
                .maxRetries(TRIES_MORE)
                .delay(FIRST_PAUSE_MILLIS, ChronoUnit.MILLIS)
                .jitter(0, ChronoUnit.MILLIS)
                .maxDuration(1, ChronoUnit.MINUTES)
                .whenException(RedisFailure::isOutage)
                .onRetry(retried::increment)
                .onFailure(gaveUp::increment)
                .withExponentialBackoff()
                .factor(2)
                .maxDelay(LAST_PAUSE_MILLIS, ChronoUnit.MILLIS)
                .done()
                .done()
                .build();
    }

    /** Runs work that is idempotent as a whole; the supplier is called for each try. */
    public <T> Uni<T> run(Supplier<Uni<T>> idempotentWork) {
        return guard.get(idempotentWork, new TypeLiteral<Uni<T>>() {});
    }
}
