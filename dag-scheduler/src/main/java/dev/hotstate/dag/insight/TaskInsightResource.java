package dev.hotstate.dag.insight;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/tasks")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Insight")
public class TaskInsightResource {

    private final TaskWhy why;

    TaskInsightResource(TaskWhy why) {
        this.why = why;
    }

    @GET
    @Path("/{id}/why")
    @Operation(operationId = "whyTask", summary = "Why a task does not run, or why it ended as it did")
    public Uni<WhyView> why(String id) {
        return why.why(TaskId.parse(id)
                .orElseThrow(() -> new Refusal(KitProblem.INVALID_ID, "A task is called <job>.<task>.")));
    }
}
