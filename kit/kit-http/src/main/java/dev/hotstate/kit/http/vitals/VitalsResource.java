package dev.hotstate.kit.http.vitals;

import dev.hotstate.kit.redis.vitals.Vitals;
import dev.hotstate.kit.redis.vitals.VitalsHistory;
import dev.hotstate.kit.redis.vitals.VitalsSource;
import io.smallrye.mutiny.Multi;
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

@Path("/vitals")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Service")
public class VitalsResource {

    private final VitalsSource source;
    private final VitalsFeed feed;

    VitalsResource(VitalsSource source, VitalsFeed feed) {
        this.source = source;
        this.feed = feed;
    }

    @GET
    @Operation(operationId = "getVitals", summary = "How Redis and Postgres are, seen from this instance")
    public Vitals current() {
        return source.current();
    }

    @GET
    @Path("/history")
    @Operation(operationId = "getVitalsHistory", summary = "The last hour, for charts; null where nothing was known")
    public VitalsHistory history() {
        return source.history();
    }

    @GET
    @Path("/stream")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(operationId = "streamVitals", summary = "The vitals, each second, as events of the name vitals")
    @APIResponse(
            responseCode = "200",
            description = "The data of each event",
            content =
                    @Content(mediaType = MediaType.SERVER_SENT_EVENTS, schema = @Schema(implementation = Vitals.class)))
    public Multi<OutboundSseEvent> stream(@HeaderParam("Last-Event-ID") @Nullable String lastEventId) {
        return feed.subscribe(lastEventId);
    }
}
