package dev.hotstate.metrics.decision;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
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
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/limits")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Limits")
public class LimitResource {

    static final int CHECKS_MAX = 1_000;

    private final Limiter limiter;
    private final Policies policies;
    private final List<AskedListener> listeners;

    LimitResource(Limiter limiter, Policies policies, @All List<AskedListener> listeners) {
        this.limiter = limiter;
        this.policies = policies;
        this.listeners = listeners;
    }

    @Schema(name = "LimitChecks")
    record CheckRequests(
            @NotNull @Size(min = 1, max = CHECKS_MAX) List<@Valid @NotNull CheckRequest> checks) {}

    @Schema(name = "LimitVerdicts")
    record CheckViews(List<CheckView> verdicts) {}

    @POST
    @Path("/check")
    @RolesAllowed({"write", "limit"})
    @Operation(
            operationId = "checkLimit",
            summary = "May this request go on?",
            description = "Always 200: allowed says it. Hits that are refused count nowhere. Without an answer of Redis"
                    + " in time, the fail mode of the policy decides, and source says so.")
    public Uni<CheckView> check(@Valid @NotNull CheckRequest request) {
        require(List.of(request), "");
        tell(request);
        return decide(request.demands(policies));
    }

    @POST
    @Path("/check/batch")
    @RolesAllowed({"write", "limit"})
    @Operation(operationId = "checkLimits", summary = "Up to 1,000 checks at once, answered in their order")
    public Uni<CheckViews> checkAll(@Valid @NotNull CheckRequests request) {
        require(request.checks(), "/checks/%d");
        request.checks().forEach(this::tell);
        return limiter.decide(request.checks().stream()
                        .map(check -> check.demands(policies))
                        .toList())
                .map(verdicts ->
                        new CheckViews(verdicts.stream().map(CheckView::of).toList()));
    }

    @POST
    @Path("/peek")
    @RolesAllowed({"read", "limit"})
    @Operation(operationId = "peekLimit", summary = "Would this request be allowed? Takes nothing")
    public Uni<CheckView> peek(@Valid @NotNull CheckRequest request) {
        require(List.of(request), "");
        return decide(request.looks(policies));
    }

    @POST
    @Path("/reset")
    @RolesAllowed("write")
    @Operation(
            operationId = "resetLimit",
            summary = "Forget what was counted of a caller",
            description = "Other instances may repeat a refusal for as long as metrics.decision.deny-cache.")
    public Uni<Void> reset(@Valid @NotNull CheckRequest request) {
        require(List.of(request), "");
        return limiter.reset(request.looks(policies));
    }

    private void tell(CheckRequest request) {
        listeners.forEach(listener -> listener.asked(request.asked()));
    }

    private Uni<CheckView> decide(List<Demand> demands) {
        return limiter.decide(List.of(demands)).map(verdicts -> CheckView.of(verdicts.getFirst()));
    }

    /** @param place of the n-th in the body */
    static void require(List<CheckRequest> checks, String place) {
        var errors = new ArrayList<FieldError>();
        for (int i = 0; i < checks.size(); i++) {
            checks.get(i).objection(place.formatted(i)).ifPresent(errors::add);
        }
        if (!errors.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
        }
    }
}
