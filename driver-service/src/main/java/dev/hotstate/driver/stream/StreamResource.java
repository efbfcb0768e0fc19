package dev.hotstate.driver.stream;

import io.smallrye.mutiny.Multi;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/drivers/stream")
@Produces(MediaType.SERVER_SENT_EVENTS)
@Tag(name = "Stream")
public class StreamResource {

    private final MapFeeds feeds;

    StreamResource(MapFeeds feeds) {
        this.feeds = feeds;
    }

    @GET
    @RolesAllowed("read")
    @Operation(
            operationId = "streamDrivers",
            summary = "Follow the drivers on a part of the map",
            description =
                    "First an event 'snapshot' with who is available or busy there, then 'changes': who moved, came or"
                            + " changed its status, and who is gone. Of a slow client the oldest are dropped ('dropped').")
    public Multi<OutboundSseEvent> follow(
            @Parameter(
                            required = true,
                            description = "west,south,east,north in degrees; west > east crosses the 180th meridian",
                            example = "13.2,52.4,13.6,52.6")
                    @QueryParam("bbox")
                    @Nullable
                    String bbox) {
        return feeds.subscribe(Bounds.parse(bbox));
    }
}
