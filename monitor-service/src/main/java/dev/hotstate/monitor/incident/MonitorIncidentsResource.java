package dev.hotstate.monitor.incident;

import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.monitor.definition.Definitions;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/monitors")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Incidents")
public class MonitorIncidentsResource {

    private final IncidentPages pages;
    private final Definitions definitions;

    MonitorIncidentsResource(IncidentPages pages, Definitions definitions) {
        this.pages = pages;
        this.definitions = definitions;
    }

    @GET
    @Path("/{id}/incidents")
    @RolesAllowed("read")
    @Operation(operationId = "listMonitorIncidents", summary = "The incidents of a monitor, newest first")
    public Uni<Page<IncidentView>> list(
            String id, @QueryParam("cursor") @Nullable String cursor, @QueryParam("limit") @Nullable Integer limit) {
        return definitions.existing(id).chain(() -> pages.page(new IncidentFilter(null, id), cursor, limit));
    }
}
