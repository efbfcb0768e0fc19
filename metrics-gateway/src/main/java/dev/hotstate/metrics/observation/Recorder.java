package dev.hotstate.metrics.observation;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.redis.connection.RedisUnavailable;
import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what arrives within a few milliseconds and sends it as one. While one sum is under way the next one grows: the slower
 * Redis is, the fewer commands it gets. Who sent something hears of the fate of the sum that it is in. What comes under the name
 * of a batch goes on its own.
 */
@Singleton
class Recorder {

    private static final Refusal FULL = new Refusal(
            KitProblem.OVERLOADED,
            "Redis does not take observations as fast as they come. Nothing of this was counted.");

    private final TallyStore store;
    private final Figures figures;
    private final Vertx vertx;
    private final Clock clock;
    private final RecordingMetrics metrics;
    private final List<RecordedListener> listeners;
    private final long flushMillis;
    private final long flushSize;
    private final int waitingMax;

    private Tally next = new Tally();
    private CompletableFuture<Void> told = new CompletableFuture<>();
    /** Since when the first of them waits. */
    private long nextSince;

    private boolean underWay;
    private long timer;
    private long waiting;

    Recorder(
            TallyStore store,
            Figures figures,
            Vertx vertx,
            Clock clock,
            RecordingMetrics metrics,
            @All List<RecordedListener> listeners,
            RecordingConfig config) {
        this.store = store;
        this.figures = figures;
        this.vertx = vertx;
        this.clock = clock;
        this.metrics = metrics;
        this.listeners = listeners;
        this.flushMillis = Math.max(1, config.flush().toMillis());
        this.flushSize = config.flushSize();
        this.waitingMax = config.waitingMax();
        metrics.watch(this);
    }

    /** Completes when Redis has them. */
    Uni<Void> record(Measurements all) {
        return Uni.createFrom().completionStage(() -> join(all));
    }

    /** The same, but not together with others, and once only. */
    Uni<Void> recordOnce(Measurements all, String batch, Instant firstTried) {
        return Uni.createFrom().deferred(() -> {
            if (!take(all.size())) {
                return Uni.createFrom().failure(FULL);
            }
            var tally = new Tally();
            tally.add(all);
            long begun = System.nanoTime();
            return store.addOnce(figures.of(tally, firstTried), batch)
                    .onItemOrFailure()
                    .invoke((isNews, failure) -> {
                        giveBack(tally.size);
                        if (failure != null || isNews) {
                            metrics.flushed(tally.size, failure, begun, begun);
                        }
                        if (failure == null && isNews) {
                            tell(tally);
                        }
                    })
                    .replaceWithVoid();
        });
    }

    private synchronized boolean take(int size) {
        if (waiting + size > waitingMax) {
            metrics.refused(size);
            return false;
        }
        waiting += size;
        return true;
    }

    private synchronized void giveBack(long size) {
        waiting -= size;
    }

    private synchronized CompletableFuture<Void> join(Measurements all) {
        if (!take(all.size())) {
            return CompletableFuture.failedFuture(FULL);
        }
        if (next.isEmpty()) {
            nextSince = System.nanoTime();
        }
        boolean enough = next.size < flushSize && next.size + all.size() >= flushSize;
        next.add(all);
        if (!underWay) {
            underWay = true;
            timer = vertx.setTimer(enough ? 1 : flushMillis, due -> flush());
        } else if (enough && vertx.cancelTimer(timer)) {
            timer = vertx.setTimer(1, due -> flush());
        }
        return told;
    }

    private void flush() {
        Tally tally;
        CompletableFuture<Void> senders;
        long since;
        synchronized (this) {
            tally = next;
            since = nextSince;
            senders = told;
            next = new Tally();
            told = new CompletableFuture<>();
        }
        long begun = System.nanoTime();
        Uni.createFrom()
                .deferred(() -> store.add(figures.of(tally, clock.instant())))
                .onItemOrFailure()
                .invoke((done, failure) -> metrics.flushed(tally.size, failure, begun, since))
                .subscribe()
                .with(done -> flushed(tally, senders, null), failure -> flushed(tally, senders, failure));
    }

    private void flushed(Tally tally, CompletableFuture<Void> senders, @Nullable Throwable failure) {
        synchronized (this) {
            waiting -= tally.size;
            underWay = !next.isEmpty();
            if (underWay) {
                timer = vertx.setTimer(flushMillis, due -> flush());
            }
        }
        if (failure == null) {
            senders.complete(null);
            tell(tally);
        } else {
            senders.completeExceptionally(failure);
        }
    }

    private void tell(Tally tally) {
        if (!listeners.isEmpty()) {
            var recorded = Recorded.of(tally);
            listeners.forEach(listener -> listener.recorded(recorded));
        }
    }

    synchronized long waiting() {
        return waiting;
    }

    /** Whether nothing of it was counted, so that it may be told again. */
    static boolean isUntouched(Throwable failure) {
        return failure instanceof RedisUnavailable || failure == FULL;
    }
}
