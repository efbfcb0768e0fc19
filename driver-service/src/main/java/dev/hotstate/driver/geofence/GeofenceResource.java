package dev.hotstate.driver.geofence;

import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jspecify.annotations.Nullable;

@Path("/geofences")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Geofences")
public class GeofenceResource {

    private static final Paging EVENTS = new Paging("geofence-events", 100, 1000);

    private final FenceAdministration administration;
    private final EventStore events;
    private final EventTail tail;
    private final Caller caller;

    GeofenceResource(FenceAdministration administration, EventStore events, EventTail tail, Caller caller) {
        this.administration = administration;
        this.events = events;
        this.tail = tail;
        this.caller = caller;
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listGeofences", summary = "Geofences by id")
    public Uni<Page<FenceView>> list(
            @QueryParam("cursor") @Nullable String cursor, @QueryParam("limit") @Nullable Integer limit) {
        return administration
                .page(FenceAdministration.PAGING.read(cursor, limit))
                .map(page -> page.map(FenceView::of));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @ResponseStatus(201)
    @APIResponseSchema(value = FenceView.class, responseCode = "201")
    @RolesAllowed("write")
    @Operation(
            operationId = "createGeofence",
            summary = "Watch an area",
            description = "A circle or a polygon. Who is in it already enters with the next sign of life.")
    public Uni<FenceView> create(@Valid @NotNull FenceRequest request) {
        return administration.create(request, caller).map(saved -> FenceView.of(saved.fence(), saved.drawnSecret()));
    }

    @GET
    @Path("/{id}")
    @RolesAllowed("read")
    @Operation(operationId = "getGeofence", summary = "One geofence")
    public Uni<FenceView> get(String id) {
        return administration.find(id).map(FenceView::of);
    }

    @PUT
    @Path("/{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(operationId = "changeGeofence", summary = "Change a geofence")
    public Uni<FenceView> change(String id, @Valid @NotNull FenceRequest request) {
        return administration
                .change(id, request, caller)
                .map(saved -> FenceView.of(saved.fence(), saved.drawnSecret()));
    }

    @DELETE
    @Path("/{id}")
    @RolesAllowed("write")
    @Operation(operationId = "deleteGeofence", summary = "Watch an area no longer; its events go with it")
    public Uni<Void> delete(String id) {
        return administration.delete(id, caller);
    }

    @GET
    @Path("/events")
    @RolesAllowed("read")
    @Operation(operationId = "listGeofenceEvents", summary = "What drivers did at fences, newest first")
    public Uni<Page<EventView>> events(
            @Parameter(description = "Of one fence") @QueryParam("fence") @Nullable String fence,
            @Parameter(description = "Of one driver") @QueryParam("driver") @Nullable String driver,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit) {
        var request = EVENTS.read(cursor, limit);
        return events.page(fence, driver, request)
                .map(found -> EVENTS.page(
                        request,
                        found,
                        event -> Position.of(Long.toString(event.position().id()))))
                .map(page -> page.map(EventView::of));
    }

    @GET
    @Path("/events/stream")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @RolesAllowed("read")
    @Operation(
            operationId = "streamGeofenceEvents",
            summary = "Follow what drivers do at fences",
            description = "Begins with the last events; after a Last-Event-ID, with what was missed.")
    public Multi<OutboundSseEvent> stream(
            @HeaderParam("Last-Event-ID") @Parameter(hidden = true) @Nullable String lastEventId) {
        var latest = new PageRequest(EventTail.snapshotMax(), Optional.empty());
        return tail.subscribe(
                lastEventId,
                events.page(null, null, latest)
                        .map(found -> found.stream()
                                .limit(EventTail.snapshotMax())
                                .map(EventView::of)
                                .toList()));
    }
}
