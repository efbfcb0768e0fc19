package dev.hotstate.metrics.observation;

import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisUnavailable;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Measurements whose sender does not wait for Redis. They wait here, as many as there is room for; while Redis takes none they
 * stay, and what comes then and finds no room is dropped and counted.
 */
@Singleton
class RecordingBuffer {

    private static final int TAKEN_AT_ONCE_MAX = 10_000;
    private static final long PAUSE_MS = 250;
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final Labels labels;
    private final Recorder recorder;
    private final RecordingMetrics metrics;
    private final Vertx vertx;
    private final int sizeMax;

    private final Deque<Measurements> waiting = new ArrayDeque<>();
    private long size;
    private boolean underWay;
    private CompletableFuture<Void> empty = CompletableFuture.completedFuture(null);

    RecordingBuffer(Labels labels, Recorder recorder, RecordingMetrics metrics, Vertx vertx, RecordingConfig config) {
        this.labels = labels;
        this.recorder = recorder;
        this.metrics = metrics;
        this.vertx = vertx;
        this.sizeMax = config.bufferMax();
        metrics.watch(this);
    }

    synchronized boolean offer(Measurements all) {
        if (size + all.size() > sizeMax) {
            metrics.dropped(all.size());
            return false;
        }
        waiting.addLast(all);
        size += all.size();
        if (!underWay) {
            underWay = true;
            empty = new CompletableFuture<>();
            vertx.runOnContext(now -> passOn());
        }
        return true;
    }

    private void passOn() {
        var some = next();
        if (some.isEmpty()) {
            return;
        }
        Uni.createFrom()
                .deferred(() -> folded(some).chain(recorder::record))
                .subscribe()
                .with(done -> passedOn(some), failure -> failed(some, failure));
    }

    /** Until their labels are known nothing is counted, whatever became of the question. */
    private Uni<Measurements> folded(Measurements some) {
        return labels.fold(some)
                .onFailure(RedisFailure::isOutage)
                .transform(failure -> new RedisUnavailable(RedisUnavailable.Reason.NOT_READY, failure.getMessage()));
    }

    private synchronized Measurements next() {
        var some = new ArrayList<Measurements>();
        int count = 0;
        while (!waiting.isEmpty()
                && (some.isEmpty() || count + waiting.getFirst().size() <= TAKEN_AT_ONCE_MAX)) {
            count += waiting.getFirst().size();
            some.add(waiting.removeFirst());
        }
        underWay = !some.isEmpty();
        if (!underWay) {
            empty.complete(null);
        }
        return Measurements.together(some);
    }

    private void passedOn(Measurements some) {
        synchronized (this) {
            size -= some.size();
        }
        passOn();
    }

    /** What may have been counted is not told again: the recorder has counted it as unknown. */
    private void failed(Measurements some, Throwable failure) {
        if (Recorder.isUntouched(failure)) {
            synchronized (this) {
                waiting.addFirst(some);
            }
            vertx.setTimer(PAUSE_MS, later -> passOn());
        } else {
            passedOn(some);
        }
    }

    synchronized long size() {
        return size;
    }

    private synchronized CompletableFuture<Void> whenEmpty() {
        return empty;
    }

    /** Redis gets what it still takes. */
    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        try {
            whenEmpty().get(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            metrics.dropped(size());
        }
    }
}
