package dev.hotstate.dag.history;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
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
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** What happened to a task, and what its worker writes. */
@Path("/tasks")
@RolesAllowed("read")
@Tag(name = "History")
public class TaskHistoryResource {

    private final EventStore store;
    private final LogArchive logs;
    private final LogTail tail;

    TaskHistoryResource(EventStore store, LogArchive logs, LogTail tail) {
        this.store = store;
        this.logs = logs;
        this.tail = tail;
    }

    @GET
    @Path("/{id}/attempts")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "listAttempts", summary = "The attempts at a task, oldest first, with refused answers")
    public Uni<List<AttemptView>> listAttempts(@PathParam("id") String id) {
        var task = taskId(id);
        return store.requireTask(task).chain(() -> store.ofTask(task)).map(Attempts::of);
    }

    @GET
    @Path("/{id}/logs")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "listLogs", summary = "What workers wrote about a task, oldest first")
    public Uni<Page<LogLine>> listLogs(
            @PathParam("id") String id,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit) {
        var task = taskId(id);
        var request = LogArchive.PAGING.read(cursor, limit);
        return store.requireTask(task).chain(() -> logs.page(task, request));
    }

    /** A virtual thread waits for the task: once the stream has begun nobody can be told that there is none. */
    @Blocking
    @RunOnVirtualThread
    @GET
    @Path("/{id}/logs")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(
            operationId = "streamLogs",
            summary = "What workers write about a task, as it arrives",
            description = "Begins with an event lines, or after a Last-Event-ID with what was missed since.")
    @APIResponse(
            responseCode = "200",
            description = "The data of each event",
            content =
                    @Content(
                            mediaType = MediaType.SERVER_SENT_EVENTS,
                            schema = @Schema(implementation = LogLine.class)))
    public Multi<OutboundSseEvent> streamLogs(
            @PathParam("id") String id, @HeaderParam("Last-Event-ID") @Nullable String lastEventId) {
        var task = taskId(id);
        store.requireTask(task).await().indefinitely();
        var feed = tail.feedOf(task).await().indefinitely();
        return tail.live(feed, task, lastEventId);
    }

    private static TaskId taskId(String id) {
        return TaskId.parse(id)
                .orElseThrow(() -> new Refusal(KitProblem.INVALID_ID, "A task is named <job>.<task>, not " + id + "."));
    }
}
