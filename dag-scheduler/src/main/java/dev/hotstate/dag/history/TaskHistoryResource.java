package dev.hotstate.dag.history;

import dev.hotstate.dag.platform.ArrayAnswer;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** What happened to a task, and what its worker writes. */
@Path("/tasks")
@RolesAllowed("read")
@Tag(name = "History")
public class TaskHistoryResource {

    private static final String OF_ATTEMPT = "Only lines that were written in this attempt";

    private static final PageRequest ALL_ATTEMPTS = new PageRequest(AttemptStore.PAGING.max(), Optional.empty());

    private final EventStore store;
    private final AttemptStore attempts;
    private final LogArchive logs;
    private final LogTail tail;

    TaskHistoryResource(EventStore store, AttemptStore attempts, LogArchive logs, LogTail tail) {
        this.store = store;
        this.attempts = attempts;
        this.logs = logs;
        this.tail = tail;
    }

    /** A page, for the description: that of a generic type can't be named in an annotation. */
    @Schema(name = "PageAttemptView")
    record AttemptPage(List<AttemptView> items, @Nullable String nextCursor) {}

    @GET
    @Path("/{id}/attempts")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "listAttempts",
            summary = "The attempts at a task, with refused answers",
            description =
                    "In pages, if at least one parameter is given. Without any, as an array: all attempts, or the newest"
                            + " thousand, oldest first.")
    @APIResponse(
            responseCode = "200",
            description = "A page; the array if nothing was asked for in particular",
            headers =
                    @Header(
                            name = HttpHeaders.LINK,
                            description =
                                    "With an array that does not hold all attempts: the page of the next older ones",
                            schema = @Schema(implementation = String.class)),
            content = @Content(schema = @Schema(oneOf = {AttemptPage.class, AttemptView[].class})))
    public Uni<RestResponse<Object>> listAttempts(
            @PathParam("id") String id,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit,
            @Parameter(description = HistoryOrder.MEANING) @QueryParam("order") @Nullable String order,
            @QueryParam("outcome") @Nullable AttemptOutcome outcome,
            @Parameter(description = "Of any answer that was given in the attempt") @QueryParam("verdict") @Nullable
                    AnswerVerdict verdict,
            @QueryParam("worker") @Nullable String worker,
            @Parameter(
                            description =
                                    "Of the job, counted from 1. Runs that ended before an upgrade to a version that knows this"
                                            + " filter are taken for one with the first that ended after it")
                    @QueryParam("run")
                    @Nullable
                    Integer run) {
        var task = taskId(id);
        var filter = new AttemptFilter(outcome, verdict, worker, run);
        if (cursor == null && limit == null && order == null && filter.isAll()) {
            return store.requireTask(task).chain(() -> allAttempts(task));
        }
        var request = AttemptStore.PAGING.read(cursor, limit);
        var begin = HistoryOrder.read(order);
        return store.requireTask(task)
                .chain(() -> attempts.page(task, request, begin, filter))
                .map(RestResponse::<Object>ok);
    }

    /** As they were listed before there were pages. */
    private Uni<RestResponse<Object>> allAttempts(TaskId task) {
        return attempts.page(task, ALL_ATTEMPTS, HistoryOrder.NEWEST, AttemptFilter.ALL)
                .map(page -> ArrayAnswer.of(page.items().reversed(), page.nextCursor(), "order=newest&"));
    }

    @GET
    @Path("/{id}/logs")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "listLogs", summary = "What workers wrote about a task")
    public Uni<Page<LogLine>> listLogs(
            @PathParam("id") String id,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit,
            @Parameter(description = HistoryOrder.MEANING) @QueryParam("order") @Nullable String order,
            @Parameter(description = OF_ATTEMPT) @QueryParam("attempt") @Min(1) @Nullable Long attempt) {
        var choice = new LogChoice(taskId(id), attempt);
        var request = LogArchive.PAGING.read(cursor, limit);
        var begin = HistoryOrder.read(order);
        return store.requireTask(choice.task()).chain(() -> logs.page(choice, request, begin));
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
            @PathParam("id") String id,
            @Parameter(description = OF_ATTEMPT) @QueryParam("attempt") @Min(1) @Nullable Long attempt,
            @HeaderParam("Last-Event-ID") @Nullable String lastEventId) {
        var choice = new LogChoice(taskId(id), attempt);
        store.requireTask(choice.task()).await().indefinitely();
        var feed = tail.feedOf(choice).await().indefinitely();
        return tail.live(feed, choice, lastEventId);
    }

    private static TaskId taskId(String id) {
        return TaskId.parse(id)
                .orElseThrow(() -> new Refusal(KitProblem.INVALID_ID, "A task is named <job>.<task>, not " + id + "."));
    }
}
