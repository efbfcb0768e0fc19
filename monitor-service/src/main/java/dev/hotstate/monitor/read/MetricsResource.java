package dev.hotstate.monitor.read;

import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.history.History;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/metrics")
@RolesAllowed("read")
@Tag(name = "Monitor state")
public class MetricsResource {

    private static final int PAGE = 500;

    private final Definitions definitions;
    private final StatusReader reader;
    private final History history;

    MetricsResource(Definitions definitions, StatusReader reader, History history) {
        this.definitions = definitions;
        this.reader = reader;
        this.history = history;
    }

    @GET
    @Produces(PrometheusText.TYPE)
    @Operation(
            operationId = "getMonitorMetrics",
            summary = "All monitors for Prometheus, under the names of Uptime Kuma",
            description =
                    "monitor_status, monitor_response_time, monitor_cert_days_remaining, monitor_uptime_ratio and so on."
                            + " The metrics of the service itself are on the management port.")
    public Uni<String> metrics() {
        definitions.requireLoaded();
        return addFrom("", new PrometheusText()).map(PrometheusText::toString);
    }

    private Uni<PrometheusText> addFrom(String after, PrometheusText text) {
        var page = definitions.after(after).limit(PAGE).toList();
        if (page.isEmpty()) {
            return Uni.createFrom().item(text);
        }
        return reader.read(page, 0)
                .invoke(states -> addStates(page, states, text))
                .chain(() -> addWindows(page, text))
                .chain(() -> addFrom(page.getLast().id(), text));
    }

    private static void addStates(List<Monitor> page, List<StatusView> states, PrometheusText text) {
        for (int i = 0; i < page.size(); i++) {
            text.add(page.get(i), states.get(i));
        }
    }

    /** Without Postgres there are no windows; the present does not depend on it. */
    private Uni<Void> addWindows(List<Monitor> page, PrometheusText text) {
        return history.ratios(page.stream().map(Monitor::id).toList())
                .onFailure(PostgresUnavailable.class)
                .recoverWithItem(Map.of())
                .invoke(ratios -> page.forEach(monitor -> ratios.getOrDefault(monitor.id(), List.of())
                        .forEach(ratio -> text.addWindow(monitor, ratio.window(), ratio.uptime(), ratio.meanMs()))))
                .replaceWithVoid();
    }
}
