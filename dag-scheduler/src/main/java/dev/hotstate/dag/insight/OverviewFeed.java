package dev.hotstate.dag.insight;

import dev.hotstate.kit.http.sse.EventFeed;
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
import org.jspecify.annotations.Nullable;

/**
 * Sends a look at everything to the pages that watch, each second while there are any; for the charts of the last hour it looks
 * every ten seconds in any case. What it sends is read from Redis and Postgres, so that all instances tell the same.
 */
@Singleton
class OverviewFeed {

    private static final String EVENT = "overview";
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final int UNWATCHED_TICKS = 10;

    private final Overview overview;
    private final OverviewHistory history;
    private final QueueHistory queues;
    private final EventFeed feed;
    private final Vertx vertx;
    private @Nullable Ticker ticker;
    private int ticks;

    OverviewFeed(Overview overview, OverviewHistory history, QueueHistory queues, EventFeeds feeds, Vertx vertx) {
        this.overview = overview;
        this.history = history;
        this.queues = queues;
        this.feed = feeds.open();
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "the overview", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** Each event shows everything: a client that begins with {@code now} misses nothing for longer than a second. */
    Multi<OutboundSseEvent> subscribe(@Nullable String lastEventId, OverviewView now) {
        return feed.subscribe(lastEventId, () -> Uni.createFrom().item(new Snapshot(EVENT, now)));
    }

    private Uni<?> tick() {
        boolean due = ticks++ % UNWATCHED_TICKS == 0;
        if (feed.subscribers() == 0 && !due) {
            return Uni.createFrom().voidItem();
        }
        return overview.look().invoke(look -> {
            history.add(look.view());
            queues.add(look.view().asOf(), look.depths());
            if (feed.subscribers() > 0) {
                feed.publish(EVENT, look.view());
            }
        });
    }
}
