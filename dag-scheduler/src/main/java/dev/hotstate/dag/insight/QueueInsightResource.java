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

@Path("/queues")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Insight")
public class QueueInsightResource {

    private final QueueInsight insight;
    private final QueueHistory history;

    QueueInsightResource(QueueInsight insight, QueueHistory history) {
        this.insight = insight;
        this.history = history;
    }

    @GET
    @Operation(operationId = "listQueues", summary = "The queues: how much waits, for how long, who works")
    public Uni<List<QueueView>> queues() {
        return insight.queues();
    }

    @GET
    @Path("/history")
    @Operation(operationId = "getQueueHistory", summary = "Depth and age of the queues over the last hour, for charts")
    public QueueHistoryView history() {
        return history.view();
    }
}
