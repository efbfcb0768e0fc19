package dev.hotstate.driver.vehicle;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Drivers in the style of MDS (passenger services). */
@Path("/mds/vehicles/status")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Vehicles")
public class MdsResource {

    private final VehicleStore vehicles;
    private final Clock clock;

    MdsResource(VehicleStore vehicles, Clock clock) {
        this.vehicles = vehicles;
        this.clock = clock;
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "mdsVehicleStatus", summary = "The state of each driver, as MDS calls it")
    public Uni<MdsVehicles> status() {
        return vehicles.all().map(all -> MdsVehicles.of(clock.instant(), all));
    }
}
