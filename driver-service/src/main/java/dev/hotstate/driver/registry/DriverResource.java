package dev.hotstate.driver.registry;

import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.Objects;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/drivers")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Drivers")
public class DriverResource {

    private final DriverAdministration administration;
    private final Profiles profiles;
    private final Caller caller;

    DriverResource(DriverAdministration administration, Profiles profiles, Caller caller) {
        this.administration = administration;
        this.profiles = profiles;
        this.caller = caller;
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listDrivers", summary = "Drivers by id")
    public Uni<Page<DriverView>> list(
            @Parameter(description = "Part of the id") @QueryParam("text") @Nullable String text,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit) {
        var request = DriverAdministration.PAGING.read(cursor, limit);
        return administration
                .page(Objects.requireNonNullElse(text, ""), request)
                .map(page -> page.map(driver -> DriverView.of(driver, false)));
    }

    @POST
    @RolesAllowed("write")
    @Consumes(MediaType.APPLICATION_JSON)
    @ResponseStatus(201)
    @APIResponseSchema(value = DriverView.class, responseCode = "201")
    @Operation(operationId = "createDriver", summary = "Register a driver")
    public Uni<DriverView> create(@Valid @NotNull NewDriver driver) {
        var id = driver.id() == null ? UUID.randomUUID().toString() : driver.id();
        return administration
                .create(id, orEmpty(driver.profile()), caller)
                .map(created -> DriverView.of(created, false));
    }

    @GET
    @Path("/{id}")
    @RolesAllowed({"read", "driver"})
    @Operation(operationId = "getDriver", summary = "One driver with its profile")
    public Uni<DriverView> get(String id) {
        caller.requireOwn("driver", id);
        return profiles.get(id).map(cached -> DriverView.of(cached.value(), cached.stale()));
    }

    @PUT
    @Path("/{id}")
    @RolesAllowed("write")
    @Consumes(MediaType.APPLICATION_JSON)
    @APIResponse(responseCode = "201", description = "The driver is registered")
    @APIResponse(responseCode = "200", description = "Its profile is replaced")
    @Operation(operationId = "putDriver", summary = "Register a driver under an id, or replace its profile")
    public Uni<RestResponse<DriverView>> put(@ExternalId String id, @Valid @Nullable DriverProfile profile) {
        return administration
                .put(id, orEmpty(profile), caller)
                .map(written -> RestResponse.status(
                        written.created() ? RestResponse.Status.CREATED : RestResponse.Status.OK,
                        DriverView.of(written.driver(), false)));
    }

    @DELETE
    @Path("/{id}")
    @RolesAllowed("write")
    @Operation(
            operationId = "eraseDriver",
            summary = "Erase a driver",
            description = "Profile, position, history and everything in Redis. It can't be taken back; who comes again"
                    + " under the same id is somebody new.")
    public Uni<Void> erase(String id) {
        return administration.erase(id, caller);
    }

    private static DriverProfile orEmpty(@Nullable DriverProfile profile) {
        return profile == null ? DriverProfile.EMPTY : profile;
    }
}
