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
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes the sample of this instance, each minute anew as it grows. */
@Singleton
final class SampleWorker {

    private static final Duration PERIOD = Duration.ofSeconds(2);
    /** While Redis is away, so many wait for it. */
    private static final int UNWRITTEN_MAX = 3;

    private final OwnSample own;
    private final SampleStore store;
    private final MinuteWriter writer;
    private final Vertx vertx;
    private final TreeMap<Long, Sample> unwritten = new TreeMap<>();
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
        List<Long> changed;
        synchronized (unwritten) {
            news.forEach((minute, sample) -> unwritten.merge(
                    minute, sample, (before, more) -> before.plus(more).atMost(OwnSample.KEPT_MAX)));
            while (unwritten.size() > UNWRITTEN_MAX) {
                unwritten.pollFirstEntry();
            }
            changed = List.copyOf(news.keySet());
        }
        return changed.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join()
                        .all(changed.stream().map(this::write).toList())
                        .andFailFast()
                        .replaceWithVoid();
    }

    private Uni<Void> write(long minute) {
        synchronized (unwritten) {
            var sample = unwritten.get(minute);
            return sample == null
                    ? Uni.createFrom().voidItem()
                    : store.write(new MinutePart(minute, writer.name()), sample);
        }
    }
}
