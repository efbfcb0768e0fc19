package dev.hotstate.driver.status;

import dev.hotstate.driver.position.Reasons;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/drivers/{id}")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed({"write", "driver"})
@Tag(name = "Status")
public class StatusResource {

    private final Statuses statuses;
    private final CurrentStatus current;
    private final Caller caller;

    StatusResource(Statuses statuses, CurrentStatus current, Caller caller) {
        this.statuses = statuses;
        this.current = current;
        this.caller = caller;
    }

    @GET
    @Path("/status")
    @RolesAllowed({"read", "driver"})
    @Operation(operationId = "getStatus", summary = "Where a driver is and whether it can be had")
    public Uni<StatusView> status(String id) {
        caller.requireOwn("driver", id);
        return current.of(id);
    }

    @POST
    @Path("/available")
    @Operation(
            operationId = "setAvailable",
            summary = "A driver can be had",
            description = "After a logout, or after work that was not claimed here.")
    public Uni<StatusView> available(String id) {
        return change(id, Status.AVAILABLE, null);
    }

    @POST
    @Path("/busy")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "setBusy",
            summary = "A driver works",
            description =
                    "For work that was not claimed here. Positions are still taken; it stays busy until it is available.")
    public Uni<StatusView> busy(String id, @Valid @Nullable StatusRequest request) {
        return change(id, Status.BUSY, request);
    }

    @POST
    @Path("/offline")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "setOffline",
            summary = "A driver logs out",
            description = "Whatever is heard of it afterwards, it stays offline until it is available.")
    public Uni<StatusView> offline(String id, @Valid @Nullable StatusRequest request) {
        return change(id, Status.OFFLINE, request);
    }

    private Uni<StatusView> change(String id, Status status, @Nullable StatusRequest request) {
        caller.requireOwn("driver", id);
        var reason = request == null || request.reason() == null
                ? ""
                : request.reason().strip();
        if (Reasons.isAutomatic(reason)) {
            var error = FieldError.at("/reason", "has a meaning of its own here");
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
        return statuses.change(id, status, reason).map(StatusView::of);
    }
}
