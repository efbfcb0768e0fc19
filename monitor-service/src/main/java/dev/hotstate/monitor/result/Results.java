package dev.hotstate.monitor.result;

import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.monitor.probe.ProbeResult;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Hands in results: again and again under the same fence while Redis is away, until the lease ends; by then somebody else
 * checks anew.
 */
@Singleton
public class Results {

    private static final Logger LOG = Logger.getLogger(Results.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(1);
    private static final double JITTER = 0.2;
    private static final long MICROS_PER_MILLI = 1_000;

    private final ResultStore store;
    private final RedisClock clock;
    private final Iterable<ResultListener> listeners;
    private final ResultMetrics metrics;
    private volatile @Nullable List<ResultListener> found;

    @Inject
    Results(ResultStore store, RedisClock clock, Instance<ResultListener> listeners, MeterRegistry meters) {
        this(store, clock, (Iterable<ResultListener>) listeners, meters);
    }

    public Results(ResultStore store, RedisClock clock, Iterable<ResultListener> listeners, MeterRegistry meters) {
        this.store = store;
        this.clock = clock;
        this.listeners = listeners;
        this.metrics = new ResultMetrics(meters);
    }

    /** Without anybody who listens. */
    public static Results quiet(ResultStore store, RedisClock clock, MeterRegistry meters) {
        return new Results(store, clock, List.of(), meters);
    }

    /**
     * @param fence    of the claim
     * @param version  of the definition that was checked
     * @param patience until the lease ends
     */
    public Uni<CommitOutcome> handIn(String monitor, String fence, int version, ProbeResult result, Duration patience) {
        long begunNanos = System.nanoTime();
        return store.commit(monitor, fence, version, result)
                .onFailure(RedisFailure::isOutage)
                .recoverWithUni(() -> handInAgain(
                        monitor, fence, version, result, patience.minusNanos(System.nanoTime() - begunNanos)))
                .invoke(outcome -> note(monitor, result, outcome))
                .onFailure()
                .invoke(failure -> noteLost(monitor, failure));
    }

    /** Apart, because to be prepared for it would cost each result more than anything else does here. */
    private Uni<CommitOutcome> handInAgain(
            String monitor, String fence, int version, ProbeResult result, Duration patience) {
        return Uni.createFrom()
                .voidItem()
                .onItem()
                .delayIt()
                .by(FIRST_PAUSE)
                .chain(() -> store.commit(monitor, fence, version, result)
                        .onFailure(RedisFailure::isOutage)
                        .retry()
                        .withBackOff(FIRST_PAUSE.multipliedBy(2), LAST_PAUSE)
                        .withJitter(JITTER)
                        .expireIn(Math.max(1, patience.minus(FIRST_PAUSE).toMillis())));
    }

    private void note(String monitor, ProbeResult result, CommitOutcome outcome) {
        metrics.handedIn(outcome.word());
        switch (outcome) {
            case CommitOutcome.Applied applied -> {
                metrics.checked(result);
                metrics.missed(applied.missed());
                tell(taken(monitor, result, applied));
            }
            // The answer got lost, the result did not.
            case CommitOutcome.Duplicate duplicate -> metrics.checked(result);
            default -> {}
        }
    }

    private void noteLost(String monitor, Throwable failure) {
        metrics.handedIn("lost");
        LOG.debugf("The result of %s could not be handed in: %s", monitor, failure.getMessage());
    }

    /** Tells those who want to know of a result that was taken. */
    public void tell(TakenResult result) {
        for (var listener : listeners()) {
            listener.taken(result);
        }
    }

    /** Asked of the container once, when all of it exists: each result comes by here. */
    private List<ResultListener> listeners() {
        var known = found;
        if (known == null) {
            known = StreamSupport.stream(listeners.spliterator(), false).toList();
            found = known;
        }
        return known;
    }

    private TakenResult taken(String monitor, ProbeResult result, CommitOutcome.Applied applied) {
        return new TakenResult(
                monitor,
                applied.state(),
                result.verdict(),
                result.reason(),
                result.statusCode(),
                result.latencyMicros() / MICROS_PER_MILLI,
                clock.now(),
                applied.transition());
    }
}
