package dev.hotstate.monitor.trial;

import dev.hotstate.kit.http.egress.EgressGuard;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.probe.Probe;
import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.ProbeSecrets;
import dev.hotstate.monitor.probe.ProbeTarget;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/monitors")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Monitors")
public class TrialResource {

    private static final Duration TIMEOUT_USUAL = Duration.ofSeconds(10);

    /** Less than the deadline of a request. */
    private static final Duration TIMEOUT_MAX = Duration.ofSeconds(20);

    private static final Duration TIMEOUT_OF_MONITOR_MAX = Duration.ofMinutes(1);
    private static final long MICROS_PER_MILLI = 1_000;

    private final Probe probe;
    private final EgressGuard guard;

    TrialResource(Probe probe, EgressGuard guard) {
        this.probe = probe;
        this.guard = guard;
    }

    /**
     * @param secrets used for this check and not kept
     * @param timeout 10 s if absent; of more than 20 s, these
     */
    @Schema(name = "TryMonitorRequest")
    public record TryRequest(
            @NotNull ProbeTarget target,
            @Nullable ProbeSecrets secrets,
            @Nullable Duration timeout) {}

    @Schema(name = "TrialResult")
    public record TrialView(
            Verdict verdict,
            Reason reason,
            int statusCode,
            double latencyMs,
            @Nullable Integer certificateDays,
            String message) {

        static TrialView of(ProbeResult result) {
            return new TrialView(
                    result.verdict(),
                    result.reason(),
                    result.statusCode(),
                    (double) result.latencyMicros() / MICROS_PER_MILLI,
                    result.certificateDays(),
                    result.message());
        }
    }

    @POST
    @Path("/try")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(operationId = "tryMonitor", summary = "Check a target once; nothing is saved")
    public Uni<TrialView> attempt(@Valid @NotNull TryRequest request) {
        var secrets = request.secrets() == null ? ProbeSecrets.NONE : request.secrets();
        requireSensible(request, secrets);
        return probe.run(request.target(), secrets, timeout(request.timeout())).map(TrialView::of);
    }

    private static Duration timeout(@Nullable Duration wanted) {
        if (wanted == null) {
            return TIMEOUT_USUAL;
        }
        return wanted.compareTo(TIMEOUT_MAX) < 0 ? wanted : TIMEOUT_MAX;
    }

    private void requireSensible(TryRequest request, ProbeSecrets secrets) {
        var target = request.target();
        var errors = Stream.of(
                        at("/target", target.problems()),
                        at("/target", target.closedDestinations(guard::objection)),
                        at("/secrets", secrets.problems()),
                        at("", timeoutProblems(request.timeout())))
                .flatMap(problems -> problems)
                .toList();
        if (!errors.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
        }
    }

    /** A monitor could not have such a one either. */
    private static List<FieldError> timeoutProblems(@Nullable Duration timeout) {
        return timeout == null || timeout.isPositive() && timeout.compareTo(TIMEOUT_OF_MONITOR_MAX) <= 0
                ? List.of()
                : List.of(FieldError.at("/timeout", "must be above zero and at most " + TIMEOUT_OF_MONITOR_MAX));
    }

    private static Stream<FieldError> at(String place, List<FieldError> problems) {
        return problems.stream().map(problem -> FieldError.at(place + problem.pointer(), problem.detail()));
    }
}
