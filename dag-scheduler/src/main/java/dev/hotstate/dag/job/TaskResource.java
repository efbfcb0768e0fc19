package dev.hotstate.dag.job;

import dev.hotstate.dag.platform.DagFailure.TaskNotFound;
import dev.hotstate.dag.platform.TaskId;
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
@Tag(name = "Jobs")
public class TaskResource {

    private final JobQueries queries;

    TaskResource(JobQueries queries) {
        this.queries = queries;
    }

    @GET
    @Path("/{id}")
    @RolesAllowed("read")
    @Operation(operationId = "getTask", summary = "One task, with its payload and output")
    public Uni<TaskView> get(String id) {
        return queries.task(TaskId.parse(id).orElseThrow(() -> new TaskNotFound(id)));
    }
}
