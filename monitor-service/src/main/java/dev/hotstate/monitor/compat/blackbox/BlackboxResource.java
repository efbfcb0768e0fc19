package dev.hotstate.monitor.compat.blackbox;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.probe.Observation;
import dev.hotstate.monitor.probe.ProbeSecrets;
import dev.hotstate.monitor.probe.Probes;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Whoever may ask makes this service reach for any target that is not closed, so reading is not enough for it. */
@Path("/probe")
@RolesAllowed({"probe", "write"})
@Tag(name = "Drop-in protocols")
public class BlackboxResource {

    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String PLAIN = "text/plain; charset=utf-8";

    /** What Prometheus needs to take the answer before it gives up. */
    private static final Duration MARGIN = Duration.ofMillis(500);

    private final Probes probes;
    private final BlackboxConfig config;
    private final Semaphore places;

    BlackboxResource(Probes probes, BlackboxConfig config) {
        this.probes = probes;
        this.config = config;
        this.places = new Semaphore(config.probesMax());
    }

    @GET
    @Produces(METRICS)
    @Operation(
            operationId = "probe",
            summary = "Check a target now, as blackbox_exporter does",
            description = "Its metric names, modules from the configuration. The scrape timeout of Prometheus is kept.")
    @APIResponse(
            responseCode = "200",
            content = @Content(mediaType = "text/plain", schema = @Schema(implementation = String.class)))
    @APIResponse(responseCode = "503", description = "As many probes as may be are under way")
    public Uni<Response> probe(
            @QueryParam("target") @Nullable String target,
            @QueryParam("module") @DefaultValue("http_2xx") String moduleName,
            @QueryParam("hostname") @Nullable String hostname,
            @QueryParam("debug") @Schema(type = SchemaType.BOOLEAN) @Nullable String debug,
            @HeaderParam("X-Prometheus-Scrape-Timeout-Seconds") @Nullable String scrapeTimeout) {
        var module = BlackboxModule.find(config, moduleName);
        if (module.isEmpty()) {
            return refused("Unknown module \"" + moduleName + "\"");
        }
        var timeout = timeout(module.get(), scrapeTimeout);
        if (timeout.isEmpty()) {
            return refused("Failed to parse timeout from Prometheus header");
        }
        if (target == null || target.isEmpty()) {
            return refused("Target parameter is missing");
        }
        // Whatever else is said, the exporter takes it for no.
        return run(module.get(), target, hostname, timeout.get(), "true".equals(debug));
    }

    private Uni<Response> run(
            BlackboxModule module, String text, @Nullable String hostname, Duration timeout, boolean debug) {
        var target = module.target(text, hostname);
        var problems = target.problems();
        if (!problems.isEmpty()) {
            return refused("The target " + problems.getFirst().detail());
        }
        if (!places.tryAcquire()) {
            throw new Refusal(KitProblem.OVERLOADED, "This instance runs as many probes as it may.");
        }
        return probes.observe(target, ProbeSecrets.NONE, timeout)
                .onTermination()
                .invoke(() -> places.release())
                .map(seen -> debug
                        ? Response.ok(debugText(module, text, timeout, seen), PLAIN)
                                .build()
                        : Response.ok(BlackboxText.of(module, seen), METRICS).build());
    }

    /** The shorter of what the module and Prometheus allow; empty if the header makes no sense. */
    private static Optional<Duration> timeout(BlackboxModule module, @Nullable String header) {
        if (header == null) {
            return Optional.of(module.timeout());
        }
        try {
            var allowed = Duration.ofMillis((long) (Double.parseDouble(header) * 1_000));
            var kept = allowed.compareTo(MARGIN) > 0 ? allowed.minus(MARGIN) : allowed;
            return kept.isPositive()
                    ? Optional.of(kept.compareTo(module.timeout()) < 0 ? kept : module.timeout())
                    : Optional.of(module.timeout());
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String debugText(BlackboxModule module, String target, Duration timeout, Observation seen) {
        var result = seen.result();
        return """
                Logs for the probe:
                module=%s target=%s timeout_seconds=%s reason=%s message="%s"



                Metrics that would have been returned:
                %s


                Module configuration:
                prober: %s
                timeout: %ss
                """.formatted(
                        module.name(),
                        target,
                        timeout.toMillis() / 1_000.0,
                        result.reason().wire(),
                        result.message(),
                        BlackboxText.of(module, seen),
                        module.prober().name().toLowerCase(Locale.ROOT),
                        module.timeout().toSeconds());
    }

    private static Uni<Response> refused(String detail) {
        return Uni.createFrom()
                .item(Response.status(400).type(PLAIN).entity(detail + "\n").build());
    }
}
