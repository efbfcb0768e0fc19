package dev.hotstate.metrics.report;

import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.metrics.observation.RecordingConfig;
import dev.hotstate.metrics.observation.SeriesKind;
import dev.hotstate.metrics.statsd.StatsdConfig;
import dev.hotstate.metrics.statsd.StatsdServer;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/series")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Figures")
public class SeriesResource {

    private static final Paging PAGING = new Paging("series", 100, 500);

    private final SeriesReport report;
    private final RecordingConfig recording;
    private final StatsdConfig statsd;
    private final StatsdServer server;

    SeriesResource(SeriesReport report, RecordingConfig recording, StatsdConfig statsd, StatsdServer server) {
        this.report = report;
        this.recording = recording;
        this.statsd = statsd;
        this.server = server;
    }

    @GET
    @RolesAllowed("read")
    @Operation(
            operationId = "listSeries",
            summary = "What StatsD and OpenTelemetry told, by kind and name",
            description = "What was told beyond metrics.recording.series-max stands together in __other__ of /metrics.")
    public Uni<Page<SeriesView>> list(
            @Parameter(description = "Parts of the name or the tags, with spaces between them")
                    @QueryParam("text")
                    @Nullable
                    String text,
            @QueryParam("kind") @Schema(enumeration = {"count", "values", "gauge", "unique"}) @Nullable String kind,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit) {
        var filter = SeriesFilter.of(kind == null ? null : kindOf(kind), text);
        var request = PAGING.read(cursor, limit);
        var after = request.after().map(position -> position.text(0)).orElse(null);
        return report.after(after, filter, request.fetch())
                .map(found -> PAGING.page(request, found, view -> Position.of(view.label())));
    }

    private static SeriesKind kindOf(String word) {
        return SeriesKind.ofWord(word).orElseThrow(() -> {
            var error = FieldError.ofParameter("kind", "must be count, values, gauge or unique");
            return new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        });
    }

    @GET
    @Path("/intake")
    @RolesAllowed("read")
    @Operation(
            operationId = "getSeriesIntake",
            summary = "Where series come in, and for how many more there is room",
            description = "statsd is about the instance that answers.")
    public Uni<SeriesIntakeView> intake() {
        var listening = statsd.enabled()
                ? new SeriesIntakeView.Statsd(statsd.host(), server.udpPort(), server.tcpPort())
                : null;
        return report.taken().map(taken -> new SeriesIntakeView(taken, recording.seriesMax(), listening));
    }
}
