package dev.hotstate.kit.http.sse;

import dev.hotstate.kit.http.sse.EventFeed.Snapshot;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.util.Map;

/** A stream as a service would serve it. */
@Path("/feed")
@PermitAll
public class FeedResource {

    private final EventFeeds feeds;
    private final EventFeed feed;

    FeedResource(EventFeeds feeds) {
        this.feeds = feeds;
        this.feed = feeds.open();
    }

    EventFeed feed() {
        return feed;
    }

    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<OutboundSseEvent> stream(@HeaderParam("Last-Event-ID") String lastEventId) {
        return subscribe(feed, lastEventId);
    }

    /** The same about something that nobody else watches. */
    @GET
    @Path("/own")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<OutboundSseEvent> ownStream(@HeaderParam("Last-Event-ID") String lastEventId) {
        return subscribe(feeds.open(), lastEventId);
    }

    /** The same for those who say who they are. */
    @GET
    @Path("/private")
    @RolesAllowed("read")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<OutboundSseEvent> privateStream(@HeaderParam("Last-Event-ID") String lastEventId) {
        return subscribe(feed, lastEventId);
    }

    private static Multi<OutboundSseEvent> subscribe(EventFeed feed, String lastEventId) {
        return feed.subscribe(lastEventId, () -> Uni.createFrom().item(new Snapshot("state", Map.of("all", true))));
    }
}
