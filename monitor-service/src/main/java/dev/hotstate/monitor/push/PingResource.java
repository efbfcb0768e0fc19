package dev.hotstate.monitor.push;

import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.definition.Slug;
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

/**
 * The ping protocol of Healthchecks, with its texts. The beginning of a body is kept; see {@link PingBodies}.
 *
 * <p>A job is named by its token, {@code /ping/<uuid>}, or by a key for all jobs and its slug, {@code /ping/<key>/<slug>};
 * a signal may follow either.
 */
@Path("/ping")
@PermitAll
@Produces(MediaType.TEXT_PLAIN)
@Tag(name = "Push")
@APIResponse(responseCode = "200", description = "OK")
@APIResponse(responseCode = "201", description = "Created, where create=1 made the monitor")
@APIResponse(responseCode = "400", description = "invalid url format, or invalid uuid format")
@APIResponse(responseCode = "404", description = "not found")
@APIResponse(responseCode = "409", description = "ambiguous slug")
public class PingResource {

    private static final int EXIT_STATUS_MAX = 255;
    private static final byte[] NO_BODY = {};
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern DASHED_UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private final PingTargets targets;
    private final Reports reports;
    private final PingBodies bodies;

    PingResource(PingTargets targets, Reports reports, PingBodies bodies) {
        this.targets = targets;
        this.reports = reports;
        this.bodies = bodies;
    }

    @GET
    @Path("/{token}")
    @Operation(operationId = "ping", summary = "A job did well")
    public Uni<Response> ping(String token, @QueryParam("rid") @Nullable String rid) {
        return take(token, "", rid, null, NO_BODY);
    }

    @POST
    @Path("/{token}")
    @Consumes(MediaType.WILDCARD)
    @Operation(operationId = "postPing", summary = "A job did well")
    public Uni<Response> postPing(String token, @QueryParam("rid") @Nullable String rid, byte @Nullable [] body) {
        return take(token, "", rid, null, body);
    }

    @GET
    @Path("/{token}/{signal: .*}")
    @Operation(
            operationId = "signal",
            summary = "A job begins, failed, or ended",
            description =
                    "start, fail, log, or an exit status of 0 to 255; after a key instead of a token first the slug of the"
                            + " job, which is made with create=1 if there is none")
    public Uni<Response> signal(
            String token,
            String signal,
            @QueryParam("rid") @Nullable String rid,
            @QueryParam("create") @Nullable String create) {
        return take(token, signal, rid, create, NO_BODY);
    }

    @POST
    @Path("/{token}/{signal: .*}")
    @Consumes(MediaType.WILDCARD)
    @Operation(
            operationId = "postSignal",
            summary = "A job begins, failed, or ended",
            description =
                    "start, fail, log, or an exit status of 0 to 255; after a key instead of a token first the slug of the"
                            + " job, which is made with create=1 if there is none")
    public Uni<Response> postSignal(
            String token,
            String signal,
            @QueryParam("rid") @Nullable String rid,
            @QueryParam("create") @Nullable String create,
            byte @Nullable [] body) {
        return take(token, signal, rid, create, body);
    }

    private Uni<Response> take(
            String token, String rest, @Nullable String rid, @Nullable String create, byte @Nullable [] body) {
        if (DASHED_UUID.matcher(token).matches()) {
            return report(rest, rid, body, () -> targets.ofToken(UUID.fromString(token)));
        }
        var parts = rest.split("/", 2);
        var slug = parts[0];
        if (!Slug.isSlug(slug)) {
            return invalidUrl();
        }
        var signal = parts.length > 1 ? parts[1] : "";
        return report(signal, rid, body, () -> targets.ofSlug(token, slug, "1".equals(create)));
    }

    /** Who is meant; asked only when all else is in order. */
    private interface Finding {
        Uni<Target> find();
    }

    private Uni<Response> report(String signal, @Nullable String rid, byte @Nullable [] body, Finding who) {
        if (rid != null && !DASHED_UUID.matcher(rid).matches()) {
            return Uni.createFrom().item(answer(400, "invalid uuid format"));
        }
        var run = rid == null ? Report.ANY_RUN : UUID.fromString(rid).toString();
        var report = reportOf(signal, run);
        if (report.isEmpty() && !signal.equals("log")) {
            return invalidUrl();
        }
        return who.find().chain(target -> switch (target) {
            case Target.Unknown unknown -> Uni.createFrom().item(answer(404, "not found"));
            case Target.Ambiguous ambiguous -> Uni.createFrom().item(answer(409, "ambiguous slug"));
            case Target.Found found ->
                take(found.monitor(), report, run, body == null ? NO_BODY : body)
                        .map(receipt -> receipt == Receipt.UNKNOWN
                                ? answer(404, "not found")
                                : found.created() ? answer(201, "Created") : answer(200, "OK"));
        });
    }

    /** @param report absent for a log message, which changes nothing */
    private Uni<Receipt> take(Monitor monitor, Optional<Report> report, String run, byte[] body) {
        if (report.isEmpty()) {
            if (!monitor.enabled()) {
                return Uni.createFrom().item(Receipt.UNKNOWN);
            }
            bodies.keep(monitor.id(), "log", run, 0, body);
            return Uni.createFrom().item(Receipt.TAKEN);
        }
        var told = report.get();
        return reports.take(monitor, told).invoke(receipt -> {
            if (receipt == Receipt.TAKEN) {
                bodies.keep(monitor.id(), told.signal().word(), run, told.exitStatus(), body);
            }
        });
    }

    private static Optional<Report> reportOf(String signal, String run) {
        return switch (signal) {
            case "" -> Optional.of(Report.of(Signal.UP, run, ""));
            case "start" -> Optional.of(Report.of(Signal.START, run, ""));
            case "fail" -> Optional.of(Report.of(Signal.DOWN, run, "The job reported that it failed."));
            default -> exitStatus(signal).map(status -> ended(status, run));
        };
    }

    private static Report ended(int exitStatus, String run) {
        return exitStatus == 0
                ? Report.of(Signal.UP, run, "")
                : new Report(
                        Signal.DOWN,
                        run,
                        exitStatus,
                        Report.SINCE_START,
                        "The job ended with exit status " + exitStatus + ".");
    }

    private static Optional<Integer> exitStatus(String signal) {
        return Optional.of(signal)
                .filter(text -> NUMBER.matcher(text).matches())
                .map(Integer::parseInt)
                .filter(status -> status <= EXIT_STATUS_MAX);
    }

    private Uni<Response> invalidUrl() {
        return Uni.createFrom().item(answer(400, "invalid url format"));
    }

    private Response answer(int status, String text) {
        return Response.status(status)
                .type(MediaType.TEXT_PLAIN_TYPE.withCharset("utf-8"))
                .header("Access-Control-Allow-Origin", "*")
                .header("Cache-Control", "no-cache, no-store, must-revalidate")
                .header("Ping-Body-Limit", bodies.limit())
                .entity(text)
                .build();
    }
}
