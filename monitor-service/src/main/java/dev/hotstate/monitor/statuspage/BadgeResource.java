package dev.hotstate.monitor.statuspage;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.history.History;
import dev.hotstate.monitor.history.UptimeWindow;
import dev.hotstate.monitor.read.StatusReader;
import dev.hotstate.monitor.read.StatusView;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Badges of monitors that are on a status page. */
@Path("/badges/{id}")
@PermitAll
@Tag(name = "Public")
public class BadgeResource {

    private static final String SVG = "image/svg+xml";
    private static final Duration KEEP = Duration.ofSeconds(5);
    private static final int KEPT_MAX = 10_000;

    private final StatusPageStore store;
    private final StatusReader reader;
    private final History history;
    private final SharedAnswers<Badge> badges;

    BadgeResource(StatusPageStore store, StatusReader reader, History history, Clock clock) {
        this.store = store;
        this.reader = reader;
        this.history = history;
        this.badges = new SharedAnswers<>(KEEP, KEPT_MAX, clock);
    }

    @GET
    @Path("/{kind}.svg")
    @Produces(SVG)
    @Operation(operationId = "getBadge", summary = "A badge as a picture: status, uptime or latency")
    public Uni<Response> svg(
            String id,
            @Schema(enumeration = {"status", "uptime", "latency"}) String kind,
            @QueryParam("window") @DefaultValue("30d") String window) {
        return badge(id, kind, window).map(badge -> cached(badge, badge.svg(), SVG));
    }

    @GET
    @Path("/{kind}.json")
    @Produces(MediaType.APPLICATION_JSON)
    @APIResponseSchema(value = Badge.class, responseCode = "200")
    @Operation(operationId = "getBadgeEndpoint", summary = "The same for shields.io/badges/endpoint-badge")
    public Uni<Response> json(
            String id,
            @Schema(enumeration = {"status", "uptime", "latency"}) String kind,
            @QueryParam("window") @DefaultValue("30d") String window) {
        return badge(id, kind, window).map(badge -> cached(badge, badge, MediaType.APPLICATION_JSON));
    }

    private static Response cached(Badge badge, Object body, String type) {
        return Response.ok(body, type)
                .header("Cache-Control", "public, max-age=" + badge.cacheSeconds())
                // They are there to be shown by others.
                .header("Cross-Origin-Resource-Policy", "cross-origin")
                .header("Access-Control-Allow-Origin", "*")
                .build();
    }

    private Uni<Badge> badge(String id, String kind, String window) {
        return badges.get(id + "/" + kind + "/" + window, last -> make(id, kind, window));
    }

    private Uni<Badge> make(String id, String kind, String window) {
        return store.isPublic(id)
                .invoke(known -> {
                    if (!known) {
                        throw missing();
                    }
                })
                .chain(() -> switch (kind) {
                    case "status" -> reader.of(List.of(id)).map(BadgeResource::stateOf);
                    case "uptime" -> history.uptime(id).map(windows -> uptimeOf(windows, window));
                    case "latency" ->
                        history.uptime(id)
                                .map(windows -> Badge.ofLatency(
                                        windows.getFirst().latency().p95Ms()));
                    default -> throw missing();
                });
    }

    private static Badge stateOf(List<StatusView> found) {
        if (found.isEmpty()) {
            throw missing();
        }
        return Badge.ofState(found.getFirst().state());
    }

    private static Badge uptimeOf(List<UptimeWindow> windows, String window) {
        return windows.stream()
                .filter(known -> known.window().equals(window))
                .findFirst()
                .map(known -> Badge.ofUptime(window, known.uptime()))
                .orElseThrow(BadgeResource::missing);
    }

    private static Refusal missing() {
        return new Refusal(KitProblem.NOT_FOUND, "There is no such badge.");
    }
}
