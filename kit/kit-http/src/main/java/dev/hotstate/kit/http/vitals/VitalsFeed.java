package dev.hotstate.kit.http.vitals;

import dev.hotstate.kit.http.sse.EventFeed;
import dev.hotstate.kit.http.sse.EventFeed.Snapshot;
import dev.hotstate.kit.http.sse.EventFeeds;
import dev.hotstate.kit.redis.vitals.Vitals;
import dev.hotstate.kit.redis.vitals.VitalsSource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.sse.OutboundSseEvent;
import org.jspecify.annotations.Nullable;

/** Sends each look at the vitals to all pages that watch. */
@Singleton
class VitalsFeed {

    private static final String EVENT = "vitals";

    private final VitalsSource source;
    private final EventFeed feed;
    private VitalsSource.@Nullable Subscription subscription;

    VitalsFeed(VitalsSource source, EventFeeds feeds) {
        this.source = source;
        this.feed = feeds.open();
    }

    void start(@Observes StartupEvent event) {
        subscription = source.onPoll(this::publish);
    }

    void stop(@Observes ShutdownEvent event) {
        if (subscription != null) {
            subscription.close();
        }
    }

    Multi<OutboundSseEvent> subscribe(@Nullable String lastEventId) {
        return feed.subscribe(lastEventId, () -> Uni.createFrom().item(new Snapshot(EVENT, source.current())));
    }

    private void publish(Vitals vitals) {
        if (feed.subscribers() > 0) {
            feed.publish(EVENT, vitals);
        }
    }
}
