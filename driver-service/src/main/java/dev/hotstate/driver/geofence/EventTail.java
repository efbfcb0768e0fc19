package dev.hotstate.driver.geofence;

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
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows the events in Postgres, whichever instance wrote them, and feeds them to the clients of this one. */
@Singleton
class EventTail {

    private static final int BATCH = 500;
    private static final int SNAPSHOT = 50;

    /** Of what a client missed; beyond it, a snapshot is shorter. */
    private static final int MISSED_MAX = 1_000;

    private final EventStore store;
    private final EventFeed feed;
    private final Fences fences;
    private final GeofenceConfig config;
    private final Vertx vertx;
    private volatile @Nullable EventPosition position;
    private @Nullable Ticker ticker;

    EventTail(EventStore store, EventFeeds feeds, Fences fences, GeofenceConfig config, Vertx vertx) {
        this.store = store;
        this.feed = feeds.open();
        this.fences = fences;
        this.config = config;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.tick(), "Following the events of geofences", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** A new client gets the last events, one that comes back what it missed. */
    Multi<OutboundSseEvent> subscribe(@Nullable String lastEventId, Uni<List<EventView>> latest) {
        return feed.subscribe(lastEventId, this::missed, () -> latest.map(events -> new Snapshot("snapshot", events)));
    }

    static int snapshotMax() {
        return SNAPSHOT;
    }

    private Uni<Optional<List<Event>>> missed(String lastEventId) {
        return EventPosition.of(lastEventId)
                .map(seen -> store.since(seen, MISSED_MAX)
                        .map(events -> events.size() == MISSED_MAX
                                ? Optional.<List<Event>>empty()
                                : Optional.of(events.stream()
                                        .map(event -> new Event(
                                                event.position().toString(), event.kind(), EventView.of(event)))
                                        .toList())))
                .orElseGet(() -> Uni.createFrom().item(Optional.empty()));
    }

    Uni<Void> tick() {
        var from = position;
        if (from == null) {
            return store.newest().invoke(newest -> position = newest).replaceWithVoid();
        }
        if (fences.index().isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return store.since(from, BATCH).chain(events -> {
            for (var event : events) {
                feed.publish(event.position().toString(), event.kind(), EventView.of(event));
                position = event.position();
            }
            return events.size() == BATCH ? tick() : Uni.createFrom().voidItem();
        });
    }
}
