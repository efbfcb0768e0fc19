package dev.hotstate.metrics.report;

import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.redis.key.KeyId;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Figures")
public class ReportResource {

    private static final Paging PAGING = new Paging("endpoints", 50, 500);
    private static final Map<String, Comparator<EndpointView>> ORDERS = Map.of(
            "requests", Comparator.comparingLong(EndpointView::requests).reversed(),
            "errors", Comparator.comparingLong(EndpointView::errors).reversed(),
            "failed", Comparator.comparingLong(EndpointView::failed).reversed(),
            "average", Comparator.comparingDouble(EndpointView::averageMs).reversed());

    private final Report report;

    ReportResource(Report report) {
        this.report = report;
    }

    /** @param folded about how many endpoints and instances were counted together, as {@code __other__} */
    @Schema(name = "Summary")
    record Summary(
            long total,
            long accepted,
            long errors,
            long speedPerSecond,
            long maxSpeedPerSecond,
            int endpoints,
            int instances,
            long folded) {}

    @Schema(name = "ErrorFigures")
    record Errors(long total, List<OfStatus> byStatus, List<EndpointView> byEndpoint) {

        @Schema(name = "ErrorsOfStatus")
        record OfStatus(int status, long count) {}
    }

    @Schema(name = "InstanceFigures")
    record Instances(List<OfInstance> items) {

        @Schema(name = "RequestsOfInstance")
        record OfInstance(String instance, long requests) {}
    }

    @Schema(name = "HourlyFigures")
    record Hourly(List<OfHour> items) {

        @Schema(name = "RequestsOfHour")
        record OfHour(Instant hour, long requests) {}
    }

    @Schema(name = "EndpointLatency")
    record Percentiles(String endpoint, double averageMs, LatencyView allTime, List<LatencyView> hours) {}

    @GET
    @Path("/summary")
    @Operation(operationId = "getSummary", summary = "Requests and errors over all instances")
    public Uni<Summary> summary() {
        return report.summary();
    }

    @GET
    @Path("/metrics")
    @Produces(PrometheusText.TYPE)
    @Operation(
            operationId = "getRecordedMetrics",
            summary = "What was recorded, for Prometheus",
            description = "The metrics of the service itself are on the management port.")
    public Uni<String> metrics() {
        return report.metrics();
    }

    @GET
    @Path("/endpoints")
    @Operation(operationId = "listEndpoints", summary = "Endpoints with their requests, errors and average time")
    public Uni<Page<EndpointView>> endpoints(
            @Parameter(description = "requests, errors (4xx and 5xx), failed (5xx) or average, the largest first")
                    @QueryParam("sort")
                    @DefaultValue("requests")
                    String sort,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit) {
        var order = ORDERS.get(sort);
        if (order == null) {
            var error = FieldError.ofParameter("sort", "must be requests, errors, failed or average");
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
        var request = PAGING.read(cursor, limit);
        var after = request.after().map(position -> position.text(0)).orElse(null);
        return report.endpoints()
                .map(all -> all.stream()
                        .sorted(order.thenComparing(EndpointView::endpoint))
                        .toList())
                .map(all -> all.stream()
                        .skip(indexAfter(all, after))
                        .limit(request.fetch())
                        .toList())
                .map(found -> PAGING.page(request, found, view -> positionOf(view.endpoint())));
    }

    /** The figures move on between two pages: the list goes on where this endpoint stands now. */
    private static int indexAfter(List<EndpointView> all, @Nullable String position) {
        for (int i = 0; position != null && i < all.size(); i++) {
            if (positionOf(all.get(i).endpoint()).text(0).equals(position)) {
                return i + 1;
            }
        }
        return 0;
    }

    /** A label may be longer than the line of a request. */
    private static Position positionOf(String endpoint) {
        return Position.of(KeyId.hashed(endpoint));
    }

    @GET
    @Path("/endpoints/{endpoint: .+}/percentiles")
    @Operation(
            operationId = "getPercentiles",
            summary = "How long requests to an endpoint took, at most 1 % wrong",
            description = "The endpoint is written as in the list or with an underscore, GET_/users/{id}.")
    public Uni<Percentiles> percentiles(
            String endpoint, @QueryParam("hours") @DefaultValue("24") @Min(0) @Max(24) int hours) {
        return report.percentiles(endpoint.replaceFirst("^([A-Z]+)_", "$1 "), hours);
    }

    @GET
    @Path("/errors")
    @Operation(operationId = "getErrors", summary = "Errors by status and endpoint")
    public Uni<Errors> errors() {
        return report.errors();
    }

    @GET
    @Path("/instances")
    @Operation(operationId = "getInstances", summary = "Requests by instance")
    public Uni<Instances> instances() {
        return report.instances();
    }

    @GET
    @Path("/hourly")
    @Operation(operationId = "getHourly", summary = "Requests by hour, the last 24")
    public Uni<Hourly> hourly() {
        return report.hourly();
    }
}
