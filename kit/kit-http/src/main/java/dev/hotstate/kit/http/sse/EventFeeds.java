package dev.hotstate.kit.http.sse;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Opens the feeds of a service, keeps their connections alive and ends them with the service. */
@Singleton
public class EventFeeds {

    private final FeedConfig config;
    private final ObjectMapper json;
    private final Vertx vertx;
    private final StreamAccess access;
    private final StreamShares shares;
    private final List<EventFeed> feeds = new CopyOnWriteArrayList<>();
    private volatile boolean leaving;
    private long timer;

    EventFeeds(FeedConfig config, ObjectMapper json, Vertx vertx, StreamAccess access, StreamShares shares) {
        this.config = config;
        this.json = json;
        this.vertx = vertx;
        this.access = access;
        this.shares = shares;
    }

    /** A feed that lives until it is closed, at the latest by the end of the service. */
    public EventFeed open() {
        var feed = new EventFeed(config, json, vertx, access, shares);
        feeds.add(feed);
        if (leaving) {
            feed.leave();
        }
        return feed;
    }

    void start(@Observes StartupEvent event) {
        timer = vertx.setPeriodic(config.heartbeat().toMillis(), tick -> heartbeat());
    }

    private void heartbeat() {
        feeds.removeIf(EventFeed::isClosed);
        feeds.forEach(EventFeed::heartbeat);
    }

    /** Before the server waits for requests in flight: a stream would keep it waiting. */
    void leave(@Observes ShutdownDelayInitiatedEvent event) {
        leaving = true;
        feeds.forEach(EventFeed::leave);
    }

    void stop(@Observes ShutdownEvent event) {
        vertx.cancelTimer(timer);
        feeds.forEach(EventFeed::close);
    }
}
