package dev.hotstate.dag.insight;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/jobs")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Insight")
public class JobInsightResource {

    private static final String VIEW = "tasks or folded; without it, jobs of more than 60 tasks are folded";
    private static final String OPEN = "Folded boxes whose tasks are shown one by one, separated by commas";

    private final JobInsight insight;

    JobInsightResource(JobInsight insight) {
        this.insight = insight;
    }

    @GET
    @Path("/{id}/graph")
    @Operation(operationId = "getJobGraph", summary = "The picture of a job: where each task stands and what it does")
    public Uni<GraphView> graph(
            String id,
            @Parameter(description = VIEW) @QueryParam("view") @Nullable String view,
            @Parameter(description = OPEN) @QueryParam("open") @Nullable String open) {
        return insight.graph(id, PictureRequest.of(view, open));
    }

    @GET
    @Path("/{id}/timeline")
    @Operation(
            operationId = "getJobTimeline",
            summary = "When which task waited and ran, the critical path, and when the job will probably end")
    public Uni<TimelineView> timeline(
            String id,
            @Parameter(description = VIEW) @QueryParam("view") @Nullable String view,
            @Parameter(description = OPEN) @QueryParam("open") @Nullable String open) {
        return insight.timeline(id, PictureRequest.of(view, open));
    }

    @GET
    @Path("/{id}/states")
    @Operation(
            operationId = "getJobStates",
            summary = "What each task of a job does at this moment, one letter per task")
    public Uni<StatesView> states(String id) {
        return insight.states(id);
    }

    @GET
    @Path("/{id}/find")
    @Operation(operationId = "findTasks", summary = "Tasks of a job by a part of their id or name, the first twenty")
    public Uni<FoundTasks> find(String id, @QueryParam("q") @NotNull @Size(min = 1, max = 200) String q) {
        return insight.find(id, q);
    }
}
