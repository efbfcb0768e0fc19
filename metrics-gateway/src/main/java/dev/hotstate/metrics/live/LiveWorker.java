package dev.hotstate.metrics.live;

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
import java.time.Clock;
import java.util.ArrayList;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Writes what this instance saw, reads what the others saw, and tells the pages. */
@Singleton
final class LiveWorker {

    /** So long after its end another instance may still write a minute. */
    private static final long LATE_MILLIS = 20_000;

    /** Packing thousands of endpoints takes longer than an event loop should. */
    private static final Executor WORKERS = Infrastructure.getDefaultWorkerPool();

    private final OwnFigures own;
    private final MinuteStore store;
    private final Hour hour;
    private final LiveFeed feed;
    private final String self;

    private final Clock clock;
    private final LiveConfig config;
    private final Vertx vertx;
    private @Nullable Ticker ticker;
    /** Of all minutes before this one everything is known. */
    private volatile long unread;

    LiveWorker(
            OwnFigures own,
            MinuteStore store,
            Hour hour,
            LiveFeed feed,
            MinuteWriter writer,
            Clock clock,
            LiveConfig config,
            Vertx vertx) {
        this.own = own;
        this.store = store;
        this.hour = hour;
        this.feed = feed;
        this.self = writer.name();
        this.clock = clock;
        this.config = config;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.period(), "Exchanging the figures of the last hour", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** The pages are told also when Redis is away: what is known then is what passed through this instance. */
    Uni<Void> tick() {
        return Uni.createFrom().voidItem().emitOn(WORKERS).chain(this::exchange).eventually(feed::tell);
    }

    private Uni<Void> exchange() {
        var mine = own.unwritten();
        mine.forEach((minute, figures) -> hour.put(partOf(minute), figures));
        hour.forgetBefore(MinutePart.minuteOf(clock.millis()) - Hour.MINUTES);
        return write(mine).emitOn(WORKERS).chain(this::read);
    }

    private Uni<Map<String, Long>> write(SortedMap<Long, Minute> mine) {
        return Uni.join()
                .all(mine.entrySet().stream()
                        .map(each -> store.write(partOf(each.getKey()), each.getValue()))
                        .toList())
                .andFailFast()
                .invoke(() -> own.written(mine.lastKey()))
                .chain(() -> store.note(partOf(mine.lastKey())));
    }

    private Uni<Void> read(Map<String, Long> writers) {
        long now = clock.millis();
        long present = MinutePart.minuteOf(now);
        long from = Math.max(unread, present - Hour.MINUTES);
        var wanted = new ArrayList<MinutePart>();
        writers.forEach((writer, last) -> {
            for (long minute = from; minute <= last && !writer.equals(self); minute++) {
                wanted.add(new MinutePart(minute, writer));
            }
        });
        return store.read(wanted)
                .emitOn(WORKERS)
                .invoke(minutes -> {
                    for (int i = 0; i < wanted.size(); i++) {
                        var part = wanted.get(i);
                        minutes.get(i).ifPresent(minute -> hour.put(part, minute));
                    }
                    unread = MinutePart.minuteOf(now - LATE_MILLIS);
                })
                .replaceWithVoid();
    }

    private MinutePart partOf(long minute) {
        return new MinutePart(minute, self);
    }
}
