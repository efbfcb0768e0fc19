package dev.hotstate.driver.vehicle;

import dev.hotstate.driver.vehicle.GbfsFile.Discovery;
import dev.hotstate.driver.vehicle.GbfsFile.Feed;
import dev.hotstate.driver.vehicle.GbfsFile.ListedVehicle;
import dev.hotstate.driver.vehicle.GbfsFile.SystemInformation;
import dev.hotstate.driver.vehicle.GbfsFile.Text;
import dev.hotstate.driver.vehicle.GbfsFile.VehicleStatus;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Drivers as GBFS 3 lists vehicles. */
@Path("/gbfs")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Vehicles")
public class GbfsResource {

    private static final String LANGUAGE = "en";
    private static final String ALWAYS = "24/7";

    private final VehicleStore vehicles;
    private final VehicleConfig config;
    private final Clock clock;

    GbfsResource(VehicleStore vehicles, VehicleConfig config, Clock clock) {
        this.vehicles = vehicles;
        this.config = config;
        this.clock = clock;
    }

    @GET
    @Path("/gbfs.json")
    @Operation(operationId = "gbfs", summary = "The files of GBFS 3 that there are")
    public GbfsFile<Discovery> discovery(@Context UriInfo address) {
        var feeds = Stream.of("system_information", "vehicle_status")
                .map(name -> new Feed(
                        name,
                        address.getBaseUriBuilder()
                                .path("gbfs/" + name + ".json")
                                .build()
                                .toString()))
                .toList();
        return GbfsFile.of(clock.instant(), new Discovery(feeds));
    }

    @GET
    @Path("/system_information.json")
    @Operation(operationId = "gbfsSystemInformation", summary = "Whose vehicles these are")
    public GbfsFile<SystemInformation> systemInformation() {
        return GbfsFile.of(
                clock.instant(),
                new SystemInformation(
                        config.systemId(),
                        List.of(LANGUAGE),
                        List.of(new Text(config.name(), LANGUAGE)),
                        ALWAYS,
                        config.contact(),
                        config.timezone().getId()));
    }

    @GET
    @Path("/vehicle_status.json")
    @Operation(operationId = "gbfsVehicleStatus", summary = "Drivers that can be had or are claimed, as vehicles")
    public Uni<GbfsFile<VehicleStatus>> vehicleStatus() {
        return vehicles.listed()
                .map(found -> found.stream().map(ListedVehicle::of).toList())
                .map(listed -> GbfsFile.of(clock.instant(), new VehicleStatus(listed)));
    }
}
