package dev.hotstate.dag.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotstate.dag.job.JobOrder;
import dev.hotstate.dag.job.JobOrders;
import dev.hotstate.dag.job.JobSubmission;
import dev.hotstate.dag.job.SubmitJobRequest;
import dev.hotstate.dag.job.SubmittedJob;
import dev.hotstate.dag.platform.DagFailure.InvalidGraph;
import dev.hotstate.dag.platform.DagFailure.InvalidTask;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.problem.UnreadableJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/jobs")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Jobs")
public class ImportResource {

    private final JobSubmission submission;
    private final Caller caller;
    private final ObjectMapper json;

    ImportResource(JobSubmission submission, Caller caller, ObjectMapper json) {
        this.submission = submission;
        this.caller = caller;
        this.json = json;
    }

    /** Long dependent work on a large document: a virtual thread waits, no event loop does. */
    @POST
    @Path("/import")
    @Consumes({"application/yaml", "application/x-yaml", "text/yaml", MediaType.APPLICATION_JSON})
    @RolesAllowed("write")
    @RunOnVirtualThread
    @APIResponse(
            responseCode = "201",
            description = "The job is stored and will run",
            content = @Content(schema = @Schema(implementation = SubmittedJob.class)))
    @APIResponse(
            responseCode = "200",
            description = "The same job was submitted before",
            content = @Content(schema = @Schema(implementation = SubmittedJob.class)))
    @APIResponse(responseCode = "400", description = "A field is wrong: errors says which")
    @APIResponse(responseCode = "409", description = "Another job has this id")
    @APIResponse(
            responseCode = "422",
            description = "The tasks form no graph that can run, or one can't run as described")
    @Operation(
            operationId = "importJob",
            summary = "Submit a job written in YAML or WfFormat",
            description =
                    "The short YAML form is described in the README. Of WfFormat 1.5 (JSON) tasks and dependencies"
                            + " are taken, and run times into the payloads. The form is recognised by its content.")
    public RestResponse<SubmittedJob> importJob(
            @Parameter(description = "Instead of the one in the document") @QueryParam("jobId") @Nullable String jobId,
            @Parameter(description = "Of tasks that name none") @QueryParam("queue") @Nullable String queue,
            @NotNull String document) {
        var submitted =
                submission.submit(read(document, jobId, queue).order()).await().indefinitely();
        return RestResponse.status(
                submitted.created() ? RestResponse.Status.CREATED : RestResponse.Status.OK, submitted);
    }

    @POST
    @Path("/check")
    @Consumes({"application/yaml", "application/x-yaml", "text/yaml", MediaType.APPLICATION_JSON})
    @RolesAllowed("write")
    @RunOnVirtualThread
    @Operation(
            operationId = "checkJob",
            summary = "Look whether a job would be taken",
            description = "Takes what /jobs/import takes and refuses what it would refuse; nothing is stored.")
    public JobCheck check(
            @QueryParam("jobId") @Nullable String jobId,
            @QueryParam("queue") @Nullable String queue,
            @NotNull String document) {
        var read = read(document, jobId, queue);
        return JobCheck.of(read.order(), read.jobId());
    }

    /** @param jobId the one that the caller wants; the order has one in any case */
    private record Read(JobOrder order, @Nullable String jobId) {}

    private Read read(String document, @Nullable String jobId, @Nullable String queue) {
        var job = JobDocument.read(document);
        override(job, jobId, queue);
        try {
            var request = json.treeToValue(job, SubmitJobRequest.class);
            var id = Optional.ofNullable(request.jobId()).orElseGet(submission::newId);
            return new Read(JobOrders.read(request, id, caller.name()), request.jobId());
        } catch (JsonProcessingException unreadable) {
            throw new Refusal(
                    KitProblem.MALFORMED_REQUEST,
                    "The document does not have the expected form.",
                    JobDocument.placed(document, List.of(UnreadableJson.errorWithin("", unreadable))));
        } catch (InvalidGraph refused) {
            throw refused.at(JobDocument.placed(document, refused.errors()));
        } catch (InvalidTask refused) {
            throw new InvalidTask(JobDocument.placed(document, refused.errors()));
        }
    }

    private static void override(ObjectNode job, @Nullable String jobId, @Nullable String queue) {
        if (jobId != null) {
            job.put("jobId", jobId);
        }
        if (queue != null) {
            job.get("tasks").forEach(task -> {
                if (task instanceof ObjectNode fields && !fields.has("queue")) {
                    fields.put("queue", queue);
                }
            });
        }
    }
}
