package dev.hotstate.dag.insight;

import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/overview")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Insight")
public class OverviewResource {

    private final Overview overview;
    private final OverviewHistory history;
    private final OverviewFeed feed;

    OverviewResource(Overview overview, OverviewHistory history, OverviewFeed feed) {
        this.overview = overview;
        this.history = history;
        this.feed = feed;
    }

    @GET
    @Operation(operationId = "getOverview", summary = "Jobs, tasks, queues and workers at a glance")
    public Uni<OverviewView> look() {
        return overview.look().map(Overview.Look::view);
    }

    @GET
    @Path("/history")
    @Operation(operationId = "getOverviewHistory", summary = "The last hour as this instance saw it, for charts")
    public SeriesView history() {
        return history.view();
    }

    /** A virtual thread waits for the first look: once the stream has begun nobody can be told what is not there. */
    @Blocking
    @RunOnVirtualThread
    @GET
    @Path("/stream")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(operationId = "streamOverview", summary = "The overview, each second, as events of the name overview")
    @APIResponse(
            responseCode = "200",
            description = "The data of each event",
            content =
                    @Content(
                            mediaType = MediaType.SERVER_SENT_EVENTS,
                            schema = @Schema(implementation = OverviewView.class)))
    public Multi<OutboundSseEvent> stream(@HeaderParam("Last-Event-ID") @Nullable String lastEventId) {
        return feed.subscribe(
                lastEventId, overview.look().await().indefinitely().view());
    }
}
