package dev.hotstate.dag.job;

import dev.hotstate.dag.job.RerunRequest.RerunAnswer;
import dev.hotstate.dag.task.TaskStatus;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
public class JobResource {

    private final JobSubmission submission;
    private final JobControl control;
    private final JobQueries queries;
    private final Caller caller;

    JobResource(JobSubmission submission, JobControl control, JobQueries queries, Caller caller) {
        this.submission = submission;
        this.control = control;
        this.queries = queries;
        this.caller = caller;
    }

    /** Long dependent work on a large body: a virtual thread waits, no event loop does. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
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
            operationId = "submitJob",
            summary = "Submit a job",
            description =
                    "All or nothing: everything is checked before anything is written. With a jobId the call can be"
                            + " repeated; another content under the same id is refused.")
    public RestResponse<SubmittedJob> submit(@NotNull SubmitJobRequest request) {
        var id = Optional.ofNullable(request.jobId()).orElseGet(submission::newId);
        var order = JobOrders.read(request, id, caller.name());
        var submitted = submission.submit(order).await().indefinitely();
        return RestResponse.status(
                submitted.created() ? RestResponse.Status.CREATED : RestResponse.Status.OK, submitted);
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listJobs", summary = "Jobs, newest first")
    public Uni<Page<JobView>> list(
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit,
            @QueryParam("status") @Nullable JobStatus status,
            @QueryParam("createdBy") @Nullable String createdBy,
            @Parameter(description = "name=value, several times for several labels") @QueryParam("label")
                    List<String> labels,
            @Parameter(description = "Part of the id or the name") @QueryParam("text") @Nullable String text) {
        var filter = new JobQueries.Filter(status, createdBy, labels(labels), text);
        return queries.jobs(JobQueries.JOBS.read(cursor, limit), filter);
    }

    @GET
    @Path("/{job}")
    @RolesAllowed("read")
    @Operation(operationId = "getJob", summary = "One job with its progress")
    public Uni<JobView> get(String job) {
        return queries.job(job);
    }

    @GET
    @Path("/{job}/tasks")
    @RolesAllowed("read")
    @Operation(
            operationId = "listTasks",
            summary = "Tasks of a job, in the order of its submission",
            description =
                    "A status is that of now. Of a task that has just ended, worker, finishedAt, reason and output"
                            + " follow within about a second, as soon as Postgres has them.")
    public Uni<Page<TaskView>> tasks(
            String job,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit,
            @QueryParam("status") @Nullable TaskStatus status,
            @QueryParam("queue") @Nullable String queue,
            @Parameter(description = "Part of the id or the name") @QueryParam("text") @Nullable String text) {
        if (queue != null && !JobOrders.QUEUE.matcher(queue).matches()) {
            throw refused("queue", "must be 1 to 40 letters, digits, _ and -");
        }
        var filter = new JobQueries.TaskFilter(status, queue, text);
        return queries.tasks(job, JobQueries.TASKS.read(cursor, limit), filter);
    }

    @POST
    @Path("/{job}/pause")
    @RolesAllowed("write")
    @Operation(operationId = "pauseJob", summary = "Hand out no further task of a job; what runs goes on")
    public Uni<JobView> pause(String job) {
        return control.pause(job).chain(() -> queries.job(job));
    }

    @POST
    @Path("/{job}/resume")
    @RolesAllowed("write")
    @Operation(operationId = "resumeJob", summary = "Let a paused job go on")
    public Uni<JobView> resume(String job) {
        return control.resume(job).chain(() -> queries.job(job));
    }

    @POST
    @Path("/{job}/cancel")
    @RolesAllowed("write")
    @Operation(
            operationId = "cancelJob",
            summary = "Stop a job",
            description = "Whatever has not ended is cancelled; workers are told at their next heartbeat, and what they"
                    + " still hand in is refused.")
    public Uni<JobView> cancel(String job) {
        return control.cancel(job, "cancelled by " + caller.actor()).chain(() -> queries.job(job));
    }

    @POST
    @Path("/{job}/rerun")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(
            operationId = "rerunJob",
            summary = "Run an ended job again",
            description =
                    "From what failed or was cancelled, from one task on, or all of it; always with everything that"
                            + " depends on it. Other results stay. A deadline stays as well, unless it is set or dropped here; one"
                            + " that has passed has to be. With run the call can be repeated.")
    public Uni<RerunAnswer> rerun(String job, @Nullable RerunRequest request) {
        var wanted = request == null ? RerunRequest.USUAL : request;
        return control.rerun(job, wanted.order()).map(outcome -> wanted.answer(job, outcome));
    }

    private static Map<String, String> labels(List<String> texts) {
        var labels = new TreeMap<String, String>();
        for (var text : texts) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw refused("label", "must be name=value");
            }
            var value = text.substring(equals + 1);
            var other = labels.put(text.substring(0, equals), value);
            if (other != null && !other.equals(value)) {
                throw refused("label", "must be one value for each name");
            }
        }
        return labels;
    }

    private static Refusal refused(String parameter, String detail) {
        return new Refusal(
                KitProblem.INVALID_INPUT,
                "See errors for what must be different.",
                List.of(FieldError.ofParameter(parameter, detail)));
    }
}
