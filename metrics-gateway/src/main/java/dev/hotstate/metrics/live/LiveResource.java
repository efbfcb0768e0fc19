package dev.hotstate.metrics.live;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Last hour")
public class LiveResource {

    private final LiveFeed feed;
    private final LastHour lastHour;

    LiveResource(LiveFeed feed, LastHour lastHour) {
        this.feed = feed;
        this.lastHour = lastHour;
    }

    @GET
    @Path("/stream")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(
            operationId = "streamLive",
            summary = "How it goes, over all instances",
            description =
                    "Begins with an event \"snapshot\" (as GET /last-hour) unless Last-Event-ID is still known; then an"
                            + " event \"tick\" every metrics.live.period, with the steps of ten seconds that have ended.")
    @APIResponse(
            responseCode = "200",
            description = "The data of an event \"tick\"",
            content =
                    @Content(
                            mediaType = MediaType.SERVER_SENT_EVENTS,
                            schema = @Schema(implementation = LiveView.class)))
    public Multi<OutboundSseEvent> stream(@HeaderParam("Last-Event-ID") @Nullable String lastEventId) {
        return feed.subscribe(lastEventId);
    }

    @GET
    @Path("/last-hour")
    @Operation(
            operationId = "getLastHour",
            summary = "The last hour in steps of ten seconds, and how it is now",
            description = "Requests belong to the moment at which they were told of. Latencies are at most 2 % wrong.")
    public Uni<LiveFeed.SnapshotView> series() {
        return feed.snapshot();
    }

    @GET
    @Path("/last-hour/endpoints")
    @Operation(operationId = "listEndpointsOfLastHour", summary = "The last hour of each endpoint, the busiest first")
    public EndpointHourView.All endpoints(
            @Parameter(description = "Of so many") @QueryParam("limit") @DefaultValue("500") @Min(1) @Max(20_000)
                    int limit) {
        return lastHour.endpoints(limit);
    }

    @GET
    @Path("/last-hour/endpoint")
    @Operation(operationId = "getLastHourOfEndpoint", summary = "The last hour of an endpoint, by minute")
    public SeriesView endpoint(
            @Parameter(description = "As it is written in the list", example = "GET /users/{id}")
                    @QueryParam("name")
                    @NotNull
                    String name) {
        return lastHour.endpoint(name);
    }

    @GET
    @Path("/last-hour/instances")
    @Operation(
            operationId = "listInstancesOfLastHour",
            summary = "The last hour of each instance that tells of requests")
    public InstanceHourView.All instances() {
        return lastHour.instances();
    }

    @GET
    @Path("/last-hour/policies")
    @Operation(
            operationId = "listPoliciesOfLastHour",
            summary = "Decisions of the last hour, by policy and minute, with the hottest callers",
            description = "Of policies that have decided anything. A caller is written as it stands in Redis.")
    public PolicyHourView.All policies() {
        return lastHour.policies();
    }
}
