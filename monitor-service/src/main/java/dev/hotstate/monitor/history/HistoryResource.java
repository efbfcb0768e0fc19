package dev.hotstate.monitor.history;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.definition.Definitions;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/monitors")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Monitor state")
public class HistoryResource {

    private final History history;
    private final Definitions definitions;

    HistoryResource(History history, Definitions definitions) {
        this.history = history;
        this.definitions = definitions;
    }

    @Schema(name = "Uptime")
    record UptimeView(List<UptimeWindow> windows) {}

    /** @param step how long each point stands for; one without any check is missing */
    @Schema(name = "History")
    record HistoryView(String span, Duration step, List<HistoryPoint> points) {}

    @GET
    @Path("/{id}/uptime")
    @Operation(operationId = "getMonitorUptime", summary = "Uptime and latency over 24 hours, 7, 30, 90 and 365 days")
    public Uni<UptimeView> uptime(String id) {
        return definitions.existing(id).chain(() -> history.uptime(id)).map(UptimeView::new);
    }

    /** @param step how long each point stands for; one of which nothing is known is missing */
    @Schema(name = "Phases")
    record PhasesView(String span, Duration step, List<PhasePoint> points) {}

    @GET
    @Path("/{id}/phases")
    @Operation(
            operationId = "getMonitorPhases",
            summary = "Where the time of the checks of an hour or a day went",
            description =
                    "Means of five minutes, in microseconds; of frequent checks, of the last ones before each flush.")
    public Uni<PhasesView> phases(
            String id, @QueryParam("span") @DefaultValue("24h") @Schema(enumeration = {"1h", "24h"}) String span) {
        var wanted = HistorySpan.of(span)
                .filter(known -> known.step().equals(HourOfChecks.SLOT))
                .orElseThrow(() -> unknownSpan("1h or 24h"));
        return definitions
                .existing(id)
                .chain(() -> history.phases(id, wanted.length()))
                .map(points -> new PhasesView(wanted.text(), wanted.step(), points));
    }

    @GET
    @Path("/{id}/history")
    @Operation(
            operationId = "getMonitorHistory",
            summary = "Checks and latencies over time, for charts",
            description =
                    "In minutes up to a day where the interval is 15 seconds or less, else in steps of five minutes.")
    public Uni<HistoryView> history(
            String id,
            @QueryParam("span") @DefaultValue("24h") @Schema(enumeration = {"1h", "24h", "7d", "30d", "90d", "365d"})
                    String span) {
        var wanted = HistorySpan.of(span).orElseThrow(() -> unknownSpan("1h, 24h, 7d, 30d, 90d or 365d"));
        return definitions
                .existing(id)
                .chain(() -> history.line(id, wanted))
                .map(line -> new HistoryView(wanted.text(), line.step(), line.points()));
    }

    private static Refusal unknownSpan(String known) {
        var error = FieldError.ofParameter("span", "must be " + known);
        return new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
    }
}
