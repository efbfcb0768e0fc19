package dev.hotstate.dag.history;

import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.sse.EventFeed;
import dev.hotstate.kit.http.sse.EventFeed.Event;
import dev.hotstate.kit.http.sse.EventFeed.Snapshot;
import dev.hotstate.kit.http.sse.EventFeeds;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The lines that somebody watches on this instance, of a task or of one of its attempts, as they reach Postgres from whatever instance. */
@Singleton
class LogTail {

    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final Duration UNWATCHED_MAX = Duration.ofMinutes(1);
    /** Each costs a query per period. */
    private static final int WATCHED_MAX = 200;

    private static final int LINES_MAX = 500;
    private static final PageRequest LAST = new PageRequest(LINES_MAX, Optional.empty());
    private static final Refusal FULL =
            new Refusal(KitProblem.OVERLOADED, "This instance follows as many logs as it can.");

    private static final class Watch {
        final EventFeed feed;
        volatile long position;
        volatile long watchedAtNanos = System.nanoTime();

        Watch(EventFeed feed, long position) {
            this.feed = feed;
            this.position = position;
        }

        boolean isWatched() {
            return feed.subscribers() > 0;
        }

        boolean isOver(long nanos) {
            if (isWatched()) {
                watchedAtNanos = nanos;
            }
            return nanos - watchedAtNanos > UNWATCHED_MAX.toNanos();
        }
    }

    /**
     * The first event for a new client: the last lines so far.
     *
     * @param nextCursor of those before them, newest first; null if there are none
     */
    record Lines(List<LogLine> lines, @Nullable String nextCursor) {}

    private final LogArchive archive;
    private final EventFeeds feeds;
    private final Vertx vertx;
    private final Map<LogChoice, Watch> watches = new ConcurrentHashMap<>();
    private @Nullable Ticker ticker;

    LogTail(LogArchive archive, EventFeeds feeds, Vertx vertx) {
        this.archive = archive;
        this.feeds = feeds;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Live logs of tasks", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** To be had before a stream begins: afterwards nobody can be told that there is no room for it. */
    Uni<EventFeed> feedOf(LogChoice choice) {
        requireRoomFor(choice);
        return watch(choice).map(watch -> watch.feed);
    }

    Multi<OutboundSseEvent> live(EventFeed feed, LogChoice choice, @Nullable String lastEventId) {
        return feed.subscribe(lastEventId, last -> missedSince(choice, last), () -> lastLines(choice));
    }

    private void requireRoomFor(LogChoice choice) {
        long others = watches.entrySet().stream()
                .filter(entry ->
                        !entry.getKey().equals(choice) && entry.getValue().isWatched())
                .count();
        if (others >= WATCHED_MAX) {
            throw FULL;
        }
    }

    private Uni<Watch> watch(LogChoice choice) {
        var known = watches.get(choice);
        if (known != null) {
            known.watchedAtNanos = System.nanoTime();
            return Uni.createFrom().item(known);
        }
        return archive.newest(choice)
                .map(position -> watches.computeIfAbsent(choice, same -> new Watch(feeds.open(), position)));
    }

    private Uni<Snapshot> lastLines(LogChoice choice) {
        return archive.page(choice, LAST, HistoryOrder.NEWEST)
                .map(page -> new Lines(page.items().reversed(), page.nextCursor()))
                .map(lines -> new Snapshot("lines", lines));
    }

    private Uni<Optional<List<Event>>> missedSince(LogChoice choice, String last) {
        if (!last.matches("\\d{1,18}")) {
            return Uni.createFrom().item(Optional.empty());
        }
        return archive.after(choice, Long.parseLong(last), LINES_MAX + 1)
                .map(lines -> lines.size() > LINES_MAX
                        ? Optional.empty()
                        : Optional.of(lines.stream()
                                .map(line -> new Event(Long.toString(line.id()), "line", line))
                                .toList()));
    }

    Uni<Void> tick() {
        long now = System.nanoTime();
        watches.values().removeIf(watch -> {
            boolean over = watch.isOver(now);
            if (over) {
                watch.feed.close();
            }
            return over;
        });
        var watched = watches.entrySet().stream()
                .filter(entry -> entry.getValue().isWatched())
                .map(entry -> readOn(entry.getKey(), entry.getValue()))
                .toList();
        return watched.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(watched).andCollectFailures().replaceWithVoid();
    }

    private Uni<Void> readOn(LogChoice choice, Watch watch) {
        return archive.after(choice, watch.position, LINES_MAX)
                .invoke(lines -> lines.forEach(line -> {
                    watch.position = line.id();
                    watch.feed.publish(Long.toString(line.id()), "line", line);
                }))
                .replaceWithVoid();
    }
}
