package dev.hotstate.dag.insight;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/workers")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Insight")
public class WorkerInsightResource {

    private final QueueInsight insight;

    WorkerInsightResource(QueueInsight insight) {
        this.insight = insight;
    }

    @GET
    @Operation(operationId = "listWorkers", summary = "The workers: until when they count as alive, what they run")
    public Uni<List<WorkerView>> workers() {
        return insight.workers();
    }
}
