package dev.hotstate.metrics.connection;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/connections")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Connections")
public class ConnectionResource {

    private final ConnectionStore store;

    ConnectionResource(ConnectionStore store) {
        this.store = store;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed({"write", "record"})
    @Operation(
            operationId = "reportConnections",
            summary = "Tell of connections that were opened and closed",
            description =
                    "Also without numbers, as a sign of life: after metrics.connection.lifetime without one the"
                            + " connections of an instance no longer count. An instance that comes back says how many are open.")
    public Uni<ConnectionsView> report(@Valid @NotNull ConnectionReport report) {
        report.objection().ifPresent(error -> {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        });
        return store.report(report);
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "getConnections", summary = "Open connections over all instances")
    public Uni<ConnectionsView> connections() {
        return store.look();
    }
}
