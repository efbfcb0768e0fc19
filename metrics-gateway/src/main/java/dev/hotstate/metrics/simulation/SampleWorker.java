package dev.hotstate.metrics.simulation;

import dev.hotstate.kit.redis.worker.Ticker;
import dev.hotstate.metrics.minute.MinutePart;
import dev.hotstate.metrics.minute.MinuteWriter;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes the sample of this instance, each minute anew as it grows. */
@Singleton
final class SampleWorker {

    private static final Duration PERIOD = Duration.ofSeconds(2);
    /** Minutes that may still grow, or that wait for a Redis that is away. */
    private static final int RECENT_MAX = 3;

    private final OwnSample own;
    private final SampleStore store;
    private final MinuteWriter writer;
    private final Vertx vertx;
    private final Object lock = new Object();
    private final TreeMap<Long, Sample> recent = new TreeMap<>();
    /** Those of them that Redis does not have as they are now. */
    private final Set<Long> unwritten = new HashSet<>();

    private @Nullable Ticker ticker;

    SampleWorker(OwnSample own, SampleStore store, MinuteWriter writer, Vertx vertx) {
        this.own = own;
        this.store = store;
        this.writer = writer;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Keeping the sample of requests", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        return Uni.createFrom()
                .voidItem()
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .chain(this::writeNews);
    }

    private Uni<Void> writeNews() {
        var news = own.take();
        SortedMap<Long, Sample> changed;
        synchronized (lock) {
            news.forEach((minute, sample) -> recent.merge(
                    minute, sample, (before, more) -> before.plus(more).atMost(OwnSample.KEPT_MAX)));
            unwritten.addAll(news.keySet());
            while (recent.size() > RECENT_MAX) {
                recent.pollFirstEntry();
            }
            unwritten.retainAll(recent.keySet());
            changed = new TreeMap<>(recent);
            changed.keySet().retainAll(unwritten);
        }
        return changed.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join()
                        .all(changed.entrySet().stream()
                                .map(each -> write(each.getKey(), each.getValue()))
                                .toList())
                        .andCollectFailures()
                        .replaceWithVoid();
    }

    private Uni<Void> write(long minute, Sample sample) {
        return store.write(new MinutePart(minute, writer.name()), sample).invoke(() -> {
            synchronized (lock) {
                unwritten.remove(minute);
            }
        });
    }
}
