package dev.hotstate.dag.history;

import dev.hotstate.dag.history.EventFilter.EventStatus;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.paging.Page;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** What happened to a job, and what happens now. */
@Path("/jobs")
@RolesAllowed("read")
@Tag(name = "History")
public class JobEventsResource {

    private final JobEvents events;
    private final EventStore store;

    JobEventsResource(JobEvents events, EventStore store) {
        this.events = events;
        this.store = store;
    }

    @GET
    @Path("/{job}/events")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "listJobEvents", summary = "The events of a job")
    public Uni<Page<EventView>> listEvents(
            @PathParam("job") String job,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit,
            @Parameter(description = HistoryOrder.MEANING) @QueryParam("order") @Nullable String order,
            @Parameter(description = "Id of a task within the job: only its events") @QueryParam("task") @Nullable
                    String task,
            @QueryParam("status") @Nullable EventStatus status,
            @Parameter(description = "Only answers of workers of which this was said") @QueryParam("verdict") @Nullable
                    AnswerVerdict verdict) {
        var request = JobEvents.PAGING.read(cursor, limit);
        var begin = HistoryOrder.read(order);
        var filter = new EventFilter(task, status, verdict);
        return (task == null ? store.requireJob(job) : store.requireTask(new TaskId(job, task)))
                .chain(() -> events.page(job, request, begin, filter));
    }

    /** A virtual thread waits for the job: once the stream has begun nobody can be told that there is none. */
    @Blocking
    @RunOnVirtualThread
    @GET
    @Path("/{job}/events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(
            operationId = "streamJobEvents",
            summary = "The events of a job as they happen",
            description = "Begins with an event snapshot, or after a Last-Event-ID with what was missed since.")
    @APIResponse(
            responseCode = "200",
            description = "The data of each event",
            content =
                    @Content(
                            mediaType = MediaType.SERVER_SENT_EVENTS,
                            schema = @Schema(implementation = EventView.class)))
    public Multi<OutboundSseEvent> streamEvents(
            @PathParam("job") String job, @HeaderParam("Last-Event-ID") @Nullable String lastEventId) {
        store.requireJob(job).await().indefinitely();
        var feed = events.feedOf(job).await().indefinitely();
        return events.live(feed, job, lastEventId);
    }
}
