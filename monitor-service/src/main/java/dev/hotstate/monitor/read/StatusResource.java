package dev.hotstate.monitor.read;

import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.definition.Monitor;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/monitors")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Monitor state")
public class StatusResource {

    private static final Paging PAGING = new Paging("monitor-status", 100, 500);

    private final StatusReader reader;
    private final Definitions definitions;
    private final HotMonitors hot;
    private final MonitorFeed feed;
    private final ScheduleFigures figures;
    private final Clock clock;

    StatusResource(
            StatusReader reader,
            Definitions definitions,
            HotMonitors hot,
            MonitorFeed feed,
            ScheduleFigures figures,
            Clock clock) {
        this.reader = reader;
        this.definitions = definitions;
        this.hot = hot;
        this.feed = feed;
        this.figures = figures;
        this.clock = clock;
    }

    /**
     * @param nextCursor absent on the last page
     * @param unanswered how many of the items are unknown because a part of Redis did not answer
     */
    @Schema(name = "MonitorStatuses")
    public record StatusPage(
            List<StatusView> items, @Nullable String nextCursor, Instant asOf, long unanswered) {}

    /**
     * @param items newest first
     * @param phases where their time went, newest first; of those that came far enough
     * @param answered false if the part of Redis that knows did not answer
     */
    @Schema(name = "RecentResults")
    public record ResultsView(List<RecentResult> items, List<PhasesOfResult> phases, boolean answered) {}

    @GET
    @Path("/status")
    @Operation(
            operationId = "listMonitorStatus",
            summary = "How all monitors are doing, in pages",
            description = "Read from Redis in one pipeline per node, without SQL. Ordered by id.")
    public Uni<StatusPage> list(
            @QueryParam("tag") @Nullable String tag,
            @QueryParam("recent") @DefaultValue("0") int recent,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit) {
        requireRecent(recent);
        definitions.requireLoaded();
        var request = PAGING.read(cursor, limit);
        var after = request.after().map(position -> position.text(0)).orElse("");
        var found = definitions
                .after(after)
                .filter(tagged(tag))
                .limit(request.fetch())
                .toList();
        var page = PAGING.page(request, found, monitor -> Position.of(monitor.id()));
        return reader.read(page.items(), recent)
                .map(items -> new StatusPage(
                        items,
                        page.nextCursor(),
                        clock.instant(),
                        items.stream().filter(item -> !item.answered()).count()));
    }

    @GET
    @Path("/figures")
    @Operation(operationId = "getScheduleFigures", summary = "How punctual the checks of this instance are")
    public ScheduleFigures.Figures figures() {
        return figures.now();
    }

    @GET
    @Path("/{id}/status")
    @Operation(operationId = "getMonitorStatus", summary = "How a monitor is doing")
    public Uni<StatusView> get(String id) {
        return definitions
                .existing(id)
                .chain(monitor -> reader.read(List.of(monitor), HotMonitors.RECENT_MAX))
                .map(List::getFirst);
    }

    @GET
    @Path("/{id}/results")
    @Operation(operationId = "listMonitorResults", summary = "The last 60 results of a monitor, newest first")
    public Uni<ResultsView> results(String id) {
        return definitions
                .existing(id)
                .chain(monitor -> hot.read(List.of(id), HotMonitors.RECENT_MAX))
                .map(List::getFirst)
                .chain(found -> hot.phases(id)
                        .map(phases -> results(found, phases))
                        .onFailure(RedisFailure.class)
                        .recoverWithItem(() -> results(HotMonitor.UNREACHABLE, List.of())));
    }

    private static ResultsView results(HotMonitor found, List<PhasesOfResult> phases) {
        var items = found.recent().stream()
                .map(entry -> RecentResult.read(entry.text()))
                .toList();
        return new ResultsView(items, phases, found.answered());
    }

    @GET
    @Path("/events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(
            operationId = "streamMonitorEvents",
            summary = "Results of all instances, live, twice a second",
            description =
                    "Begins with an event \"snapshot\": whatever was read before may be old, read it again; its \"backends\""
                            + " says whether Redis and Postgres answer. Then events \"results\" with the last result of each"
                            + " monitor that was checked, and \"backends\" when something stops or begins to answer.")
    @APIResponse(
            responseCode = "200",
            description = "The data of each event \"results\"",
            content =
                    @Content(
                            mediaType = MediaType.SERVER_SENT_EVENTS,
                            schema = @Schema(implementation = LiveResults.class)))
    public Multi<OutboundSseEvent> events(@HeaderParam("Last-Event-ID") @Nullable String lastEventId) {
        return feed.subscribe(lastEventId);
    }

    private static Predicate<Monitor> tagged(@Nullable String tag) {
        return tag == null ? monitor -> true : monitor -> monitor.spec().tags().contains(tag);
    }

    private static void requireRecent(int recent) {
        if (recent < 0 || recent > HotMonitors.RECENT_MAX) {
            var error = FieldError.ofParameter("recent", "must be between 0 and " + HotMonitors.RECENT_MAX);
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
    }
}
