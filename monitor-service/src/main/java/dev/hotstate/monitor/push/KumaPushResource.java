package dev.hotstate.monitor.push;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.monitor.push.PingTargets.Target;
import dev.hotstate.monitor.push.Report.Signal;
import dev.hotstate.monitor.push.Reports.Receipt;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The push protocol of Uptime Kuma, with its answers. */
@Path("/api/push")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Push")
@APIResponse(responseCode = "200", description = "{\"ok\":true}")
@APIResponse(responseCode = "404", description = "{\"ok\":false,\"msg\":\"Monitor not found or not active.\"}")
public class KumaPushResource {

    private static final long PING_MILLIS_MAX = 86_400_000;
    private static final String USUAL_MESSAGE = "OK";
    private static final Pattern BARE_UUID = Pattern.compile(
            "([0-9a-fA-F]{8})-?([0-9a-fA-F]{4})-?([0-9a-fA-F]{4})-?([0-9a-fA-F]{4})-?([0-9a-fA-F]{12})");

    private final PingTargets targets;
    private final Reports reports;

    KumaPushResource(PingTargets targets, Reports reports) {
        this.targets = targets;
        this.reports = reports;
    }

    /** @param msg why not */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record PushAnswer(boolean ok, @Nullable String msg) {}

    @GET
    @Path("/{token}")
    @Operation(
            operationId = "push",
            summary = "A job reports",
            description = "status up (usual) or down, msg a text, ping how long it took in ms")
    public Uni<Response> push(
            String token,
            @QueryParam("status") @Nullable String status,
            @QueryParam("msg") @Nullable String msg,
            @QueryParam("ping") @Nullable String ping) {
        return take(token, status, msg, ping);
    }

    @POST
    @Path("/{token}")
    @Consumes(MediaType.WILDCARD)
    @Operation(operationId = "postPush", summary = "A job reports")
    public Uni<Response> postPush(
            String token,
            @QueryParam("status") @Nullable String status,
            @QueryParam("msg") @Nullable String msg,
            @QueryParam("ping") @Nullable String ping) {
        return take(token, status, msg, ping);
    }

    private Uni<Response> take(String token, @Nullable String status, @Nullable String msg, @Nullable String ping) {
        var latency = latency(ping);
        if (latency.isEmpty()) {
            return answer(400, "Invalid ping value: must be between 0 and %d milliseconds".formatted(PING_MILLIS_MAX));
        }
        var signal = status == null || status.isEmpty() || status.equals("up") ? Signal.UP : Signal.DOWN;
        var report = new Report(signal, Report.ANY_RUN, 0, latency.get(), text(msg));
        return uuid(token)
                .map(targets::ofToken)
                .orElseGet(() -> Uni.createFrom().item(new Target.Unknown()))
                .chain(target -> target instanceof Target.Found found
                        ? reports.take(found.monitor(), report)
                        : Uni.createFrom().item(Receipt.UNKNOWN))
                .chain(receipt ->
                        receipt == Receipt.TAKEN ? answer(200, null) : answer(404, "Monitor not found or not active."));
    }

    /** Empty if it makes no sense; since the start of the job if it was not sent. */
    private static Optional<Long> latency(@Nullable String ping) {
        if (ping == null || ping.isEmpty()) {
            return Optional.of(Report.SINCE_START);
        }
        try {
            double millis = Double.parseDouble(ping);
            return millis >= 0 && millis <= PING_MILLIS_MAX ? Optional.of(Math.round(millis)) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String text(@Nullable String msg) {
        return msg == null || msg.equals(USUAL_MESSAGE) ? "" : msg;
    }

    private static Optional<UUID> uuid(String token) {
        var matcher = BARE_UUID.matcher(token);
        return matcher.matches()
                ? Optional.of(UUID.fromString("%s-%s-%s-%s-%s"
                        .formatted(
                                matcher.group(1),
                                matcher.group(2),
                                matcher.group(3),
                                matcher.group(4),
                                matcher.group(5))))
                : Optional.empty();
    }

    private static Uni<Response> answer(int status, @Nullable String problem) {
        return Uni.createFrom()
                .item(Response.status(status)
                        .entity(new PushAnswer(problem == null, problem))
                        .build());
    }
}
