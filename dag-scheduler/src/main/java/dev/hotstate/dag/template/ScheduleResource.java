package dev.hotstate.dag.template;

import dev.hotstate.dag.job.SubmittedJob;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/schedules")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Templates")
public class ScheduleResource {

    private static final int AHEAD_MAX = 100;

    private final Schedules schedules;
    private final ScheduleStore store;
    private final Caller caller;

    ScheduleResource(Schedules schedules, ScheduleStore store, Caller caller) {
        this.schedules = schedules;
        this.store = store;
        this.caller = caller;
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listSchedules", summary = "All schedules, by id")
    public Uni<Page<ScheduleView>> list(
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit,
            @Parameter(description = "Name of the template that they run") @QueryParam("template") @Nullable
                    String template,
            @QueryParam("enabled") @Nullable Boolean enabled) {
        return store.list(ScheduleStore.PAGING.read(cursor, limit), template, enabled);
    }

    @POST
    @RolesAllowed("write")
    @ResponseStatus(201)
    @Operation(operationId = "createSchedule", summary = "Run a template by itself from now on")
    public Uni<ScheduleView> create(@NotNull ScheduleRequest request) {
        return schedules.create(caller, request);
    }

    @GET
    @Path("/{id}")
    @RolesAllowed("read")
    @Operation(operationId = "getSchedule", summary = "One schedule")
    public Uni<ScheduleView> get(@PathParam("id") String id) {
        return store.find(id);
    }

    @PUT
    @Path("/{id}")
    @RolesAllowed("write")
    @Operation(operationId = "replaceSchedule", summary = "Change a schedule, from now on")
    public Uni<ScheduleView> replace(@PathParam("id") String id, @NotNull ScheduleRequest request) {
        return schedules.replace(caller, id, request);
    }

    @DELETE
    @Path("/{id}")
    @RolesAllowed("write")
    @Operation(operationId = "deleteSchedule", summary = "End a schedule; its jobs stay")
    public Uni<Void> delete(@PathParam("id") String id) {
        return store.delete(caller, id);
    }

    @POST
    @Path("/{id}/trigger")
    @RolesAllowed("write")
    @APIResponse(
            responseCode = "201",
            description = "The job is stored and will run",
            content = @Content(schema = @Schema(implementation = SubmittedJob.class)))
    @APIResponse(
            responseCode = "200",
            description = "The same job was submitted before",
            content = @Content(schema = @Schema(implementation = SubmittedJob.class)))
    @APIResponse(responseCode = "400", description = "A field is wrong: errors says which")
    @APIResponse(responseCode = "404", description = "There is none of this name")
    @APIResponse(responseCode = "409", description = "Another job has this id")
    @APIResponse(
            responseCode = "422",
            description = "The tasks form no graph that can run, or one can't run as described")
    @Operation(
            operationId = "triggerSchedule",
            summary = "Run it once now, beside its times",
            description = "Without a body each call is a run of its own; jobId and fireTime make it repeatable.")
    public Uni<RestResponse<SubmittedJob>> trigger(@PathParam("id") String id, @Nullable TriggerRequest request) {
        return schedules
                .trigger(caller, id, request == null ? TriggerRequest.USUAL : request)
                .map(submitted -> RestResponse.status(
                        submitted.created() ? RestResponse.Status.CREATED : RestResponse.Status.OK, submitted));
    }

    @GET
    @Path("/{id}/fires")
    @RolesAllowed("read")
    @Operation(operationId = "listFires", summary = "When it fired and what became of it, newest first")
    public Uni<Page<FireView>> fires(
            @PathParam("id") String id,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit,
            @Parameter(description = "What became of the time: pending, submitted or refused")
                    @Pattern(regexp = "pending|submitted|refused", message = "must be pending, submitted or refused")
                    @QueryParam("state")
                    @Nullable
                    String state) {
        var request = ScheduleStore.FIRES.read(cursor, limit);
        return store.find(id).chain(known -> store.fires(id, request, state));
    }

    @GET
    @Path("/{id}/next")
    @RolesAllowed("read")
    @Operation(operationId = "listNextFires", summary = "When it is going to fire")
    public Uni<List<Instant>> next(@PathParam("id") String id, @QueryParam("count") @DefaultValue("10") int count) {
        return schedules.ahead(id, checked(count));
    }

    @POST
    @Path("/preview")
    @RolesAllowed("read")
    @Operation(
            operationId = "previewSchedule",
            summary = "When a schedule with these times would fire; nothing is saved")
    public SchedulePreview preview(
            @NotNull SchedulePreviewRequest request, @QueryParam("count") @DefaultValue("5") int count) {
        return schedules.preview(request, checked(count));
    }

    private static int checked(int count) {
        if (count < 1 || count > AHEAD_MAX) {
            var error = FieldError.ofParameter("count", "must be between 1 and " + AHEAD_MAX);
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
        return count;
    }
}
