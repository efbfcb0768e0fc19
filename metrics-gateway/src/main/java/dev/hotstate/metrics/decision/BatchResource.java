package dev.hotstate.metrics.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.caller.Scopes;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.metrics.observation.ObservationIntake;
import dev.hotstate.metrics.observation.ObservationIntake.Prepared;
import dev.hotstate.metrics.policy.Policies;
import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Asks and tells in one round trip: what a service that serves requests has to say each few milliseconds. */
@Path("/batch")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Limits")
public class BatchResource {

    private static final Logger LOG = Logger.getLogger(BatchResource.class);

    private static final int OBSERVATIONS_MAX = 10_000;

    private final Limiter limiter;
    private final Policies policies;
    private final ObservationIntake intake;
    private final List<AskedListener> listeners;
    private final Caller caller;

    BatchResource(
            Limiter limiter,
            Policies policies,
            ObservationIntake intake,
            @All List<AskedListener> listeners,
            Caller caller) {
        this.limiter = limiter;
        this.policies = policies;
        this.intake = intake;
        this.listeners = listeners;
        this.caller = caller;
    }

    @Schema(name = "Batch")
    record BatchRequest(
            @Nullable @Size(max = LimitResource.CHECKS_MAX) List<@Valid @NotNull CheckRequest> checks,

            @Schema(description = "As POST /observations takes them", implementation = Object[].class)
            @Nullable
            @Size(max = OBSERVATIONS_MAX)
            List<@NotNull JsonNode> observations) {

        List<CheckRequest> allChecks() {
            return Objects.requireNonNullElse(checks, List.of());
        }

        List<JsonNode> allObservations() {
            return Objects.requireNonNullElse(observations, List.of());
        }
    }

    /**
     * The verdicts hold even if the observations were not counted.
     *
     * @param recorded false: a part of the observations may have been counted, or nothing
     */
    @Schema(name = "BatchAnswer")
    record BatchView(List<CheckView> verdicts, int taken, int excluded, boolean recorded) {}

    @POST
    @RolesAllowed({"write", "limit", "record"})
    @Operation(
            operationId = "batch",
            summary = "Up to 1,000 checks and 10,000 observations in one round trip",
            description =
                    "Needs the scopes limit and record, or write. What is wrong with one refuses all. The verdicts are"
                            + " given even if the observations could not be counted; then recorded is false.")
    public Uni<BatchView> batch(@Valid @NotNull BatchRequest request) throws JsonProcessingException {
        requireScope("limit", request.allChecks());
        requireScope("record", request.allObservations());
        LimitResource.require(request.allChecks(), "/checks/%d");
        request.allChecks().forEach(check -> listeners.forEach(listener -> listener.asked(check.asked())));
        var prepared = intake.prepare(request.allObservations(), "/observations/%d");
        var wanted = request.allChecks().stream()
                .map(check -> check.demands(policies))
                .toList();
        return Uni.combine()
                .all()
                .unis(limiter.decide(wanted), record(prepared))
                .asTuple()
                .map(both -> new BatchView(
                        both.getItem1().stream().map(CheckView::of).toList(),
                        prepared.taken(),
                        prepared.excluded(),
                        both.getItem2()));
    }

    private Uni<Boolean> record(Prepared prepared) {
        return intake.record(prepared)
                .replaceWith(true)
                .onFailure(Refusal.class)
                .recoverWithItem(false)
                .onFailure(RuntimeException.class)
                .recoverWithItem(failure -> {
                    LOG.warnf("Observations of a batch were not counted: %s", failure.getMessage());
                    return false;
                });
    }

    private void requireScope(String scope, List<?> asked) {
        if (!asked.isEmpty() && !caller.may(scope) && !caller.may(Scopes.WRITE)) {
            throw Refusal.ofLackingScope(scope, Scopes.WRITE);
        }
    }
}
