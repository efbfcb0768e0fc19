package dev.hotstate.dag.growth;

import dev.hotstate.dag.platform.DagFailure.TaskNotFound;
import dev.hotstate.dag.platform.TaskId;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/tasks")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Workers")
public class GrowthResource {

    private final Growth growth;

    GrowthResource(Growth growth) {
        this.growth = growth;
    }

    @POST
    @Path("/{id}/children")
    @RolesAllowed("worker")
    @Operation(
            operationId = "addTasks",
            summary = "Add tasks to the job of a running task",
            description =
                    "All or none, up to 100 in one call. The job does not end before them. What this attempt did not add"
                            + " before it completed or lost the task is refused (409); the same request again adds"
                            + " nothing and gets the same answer, also from a later attempt or a rerun.")
    public Uni<AddedTasks> add(String id, @Valid @NotNull AddTasksRequest request) {
        return growth.add(TaskId.parse(id).orElseThrow(() -> new TaskNotFound(id)), request);
    }
}
