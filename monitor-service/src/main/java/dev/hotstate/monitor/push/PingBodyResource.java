package dev.hotstate.monitor.push;

import dev.hotstate.monitor.definition.Definitions;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/monitors")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Push")
public class PingBodyResource {

    private final PingBodies bodies;
    private final Definitions definitions;

    PingBodyResource(PingBodies bodies, Definitions definitions) {
        this.bodies = bodies;
        this.definitions = definitions;
    }

    @Schema(name = "PingBodies")
    record PingBodyList(List<PingBody> items) {}

    @GET
    @Path("/{id}/pings")
    @Operation(operationId = "listPingBodies", summary = "What a job sent along with its last pings, newest first")
    public Uni<PingBodyList> list(String id) {
        return definitions.existing(id).chain(() -> bodies.of(id)).map(PingBodyList::new);
    }
}
