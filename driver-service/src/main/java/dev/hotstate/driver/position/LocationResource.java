package dev.hotstate.driver.position;

import dev.hotstate.kit.http.caller.Caller;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/drivers")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed({"write", "driver"})
@Tag(name = "Positions")
public class LocationResource {

    private final Reports reports;
    private final Caller caller;

    LocationResource(Reports reports, Caller caller) {
        this.reports = reports;
        this.caller = caller;
    }

    @PATCH
    @Path("/{id}/location")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "updateLocation",
            summary = "Say where a driver is",
            description =
                    "Also a sign of life, whatever becomes of the point. It may be late, repeated or out of order:"
                            + " the newest point stays. A jump is believed when the points that follow agree with it.")
    public Uni<ReportAnswer> update(String id, @NotNull LocationReport report) {
        caller.requireOwn("driver", id);
        return reports.take(id, report);
    }

    @POST
    @Path("/{id}/heartbeat")
    @Operation(operationId = "heartbeat", summary = "Say that a driver is there, where it was")
    public Uni<ReportAnswer> heartbeat(String id) {
        caller.requireOwn("driver", id);
        return reports.heartbeat(id);
    }
}
