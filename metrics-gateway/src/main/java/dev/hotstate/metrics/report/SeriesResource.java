package dev.hotstate.metrics.report;

import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/series")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Figures")
public class SeriesResource {

    private static final Paging PAGING = new Paging("series", 100, 500);

    private final SeriesReport report;

    SeriesResource(SeriesReport report) {
        this.report = report;
    }

    @GET
    @RolesAllowed("read")
    @Operation(
            operationId = "listSeries",
            summary = "What StatsD and OpenTelemetry told, by kind and name",
            description = "What was told beyond metrics.recording.series-max stands together in __other__ of /metrics.")
    public Uni<Page<SeriesView>> list(
            @QueryParam("cursor") @Nullable String cursor, @QueryParam("limit") @Nullable Integer limit) {
        var request = PAGING.read(cursor, limit);
        var after = request.after().map(position -> position.text(0)).orElse(null);
        return report.after(after, request.fetch())
                .map(found -> PAGING.page(request, found, view -> Position.of(view.kind() + " " + view.series())));
    }
}
