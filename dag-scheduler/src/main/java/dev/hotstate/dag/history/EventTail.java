package dev.hotstate.dag.history;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.http.sse.EventFeed;
import dev.hotstate.kit.http.sse.EventFeeds;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.stream.StreamEntry;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Follows the streams of the partitions whose jobs somebody watches on this instance, whoever owns them, and feeds the events
 * of each watched job to its clients. It reads without a group: what it misses, clients get from {@link EventStore}.
 */
@Singleton
class EventTail {

    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final Duration UNWATCHED_MAX = Duration.ofMinutes(1);
    /** Each holds up to fifty events, or 16 KB. */
    private static final int ENTRIES_MAX = 100;

    private static final String BEGINNING = "0-0";

    /** One watched job. */
    private static final class Watch {
        final EventFeed feed;
        volatile long watchedAtNanos = System.nanoTime();

        Watch(EventFeed feed) {
            this.feed = feed;
        }

        boolean isOver(long nanos) {
            if (feed.subscribers() > 0) {
                watchedAtNanos = nanos;
            }
            return nanos - watchedAtNanos > UNWATCHED_MAX.toNanos();
        }
    }

    /** One followed stream. */
    private static final class Following {
        final Map<String, Watch> watches = new ConcurrentHashMap<>();
        volatile String position;

        Following(String position) {
            this.position = position;
        }
    }

    private final RedisRouter router;
    private final DagKeys keys;
    private final EventFeeds feeds;
    private final Vertx vertx;
    private final Map<Partition, Following> followed = new ConcurrentHashMap<>();
    private @Nullable Ticker ticker;

    EventTail(RedisRouter router, DagKeys keys, EventFeeds feeds, Vertx vertx) {
        this.router = router;
        this.keys = keys;
        this.feeds = feeds;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Live events of jobs", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** The feed of a job, which from now on gets every event that is appended. */
    Uni<EventFeed> feedOf(String job) {
        var partition = keys.partitionOf(job);
        return positionOf(partition).map(position -> watch(partition, position, job));
    }

    private Uni<String> positionOf(Partition partition) {
        var known = followed.get(partition);
        if (known != null) {
            return Uni.createFrom().item(known.position);
        }
        var newest = Command.of("XREVRANGE")
                .key(keys.events(partition))
                .arg("+")
                .arg("-")
                .arg("COUNT")
                .arg(1);
        return router.send(newest)
                .map(reply ->
                        reply.size() == 0 ? BEGINNING : reply.get(0).get(0).text());
    }

    /** The job and its stream in one step: a stream without a watched job is forgotten at the next look. */
    private EventFeed watch(Partition partition, String position, String job) {
        var feed = new AtomicReference<EventFeed>();
        followed.compute(partition, (same, known) -> {
            var following = known == null ? new Following(position) : known;
            var watch = following.watches.computeIfAbsent(job, id -> new Watch(feeds.open()));
            watch.watchedAtNanos = System.nanoTime();
            feed.set(watch.feed);
            return following;
        });
        return feed.get();
    }

    Uni<Void> tick() {
        forgetUnwatched();
        var partitions = List.copyOf(followed.keySet());
        if (partitions.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var reads = partitions.stream().map(this::next).toList();
        return router.sendAll(reads)
                .invoke(read -> publish(partitions, read))
                .chain(read -> read.stream().anyMatch(EventTail::isFull)
                        ? tick()
                        : Uni.createFrom().voidItem());
    }

    /** There may be more. */
    private static boolean isFull(Outcome outcome) {
        return outcome instanceof Outcome.Replied replied && replied.reply().size() == ENTRIES_MAX;
    }

    private Command next(Partition partition) {
        var following = followed.get(partition);
        return Command.of("XRANGE")
                .key(keys.events(partition))
                .arg("(" + (following == null ? BEGINNING : following.position))
                .arg("+")
                .arg("COUNT")
                .arg(ENTRIES_MAX);
    }

    private void publish(List<Partition> partitions, List<Outcome> read) {
        for (int i = 0; i < partitions.size(); i++) {
            var following = followed.get(partitions.get(i));
            if (following != null && read.get(i) instanceof Outcome.Replied replied) {
                replied.reply().stream().forEach(entry -> publish(following, entry));
            }
        }
    }

    private static void publish(Following following, Reply reply) {
        var entry = StreamEntry.fromReply(reply);
        following.position = entry.id();
        for (var event : JobEvent.of(entry, unreadable -> {})) {
            var watch = following.watches.get(event.job());
            if (watch != null) {
                watch.feed.publish(event.id().toString(), event.type(), EventView.of(event));
            }
        }
    }

    private void forgetUnwatched() {
        long now = System.nanoTime();
        for (var following : List.copyOf(followed.entrySet())) {
            var watches = following.getValue().watches;
            var over = new ArrayList<String>();
            watches.forEach((job, watch) -> {
                if (watch.isOver(now)) {
                    over.add(job);
                    watch.feed.close();
                }
            });
            over.forEach(watches::remove);
            followed.computeIfPresent(following.getKey(), (same, known) -> known.watches.isEmpty() ? null : known);
        }
    }
}
