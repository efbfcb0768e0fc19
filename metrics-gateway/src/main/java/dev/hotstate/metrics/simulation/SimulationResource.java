package dev.hotstate.metrics.simulation;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.metrics.minute.MinutePart;
import dev.hotstate.metrics.policy.LimitPolicy;
import dev.hotstate.metrics.policy.Policies;
import dev.hotstate.metrics.policy.PolicySpec;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;

@Path("/policies/{id}/simulation")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Policies")
public class SimulationResource {

    private final SampleStore samples;
    private final Policies policies;
    private final Clock clock;

    SimulationResource(SampleStore samples, Policies policies, Clock clock) {
        this.samples = samples;
        this.policies = policies;
        this.clock = clock;
    }

    @POST
    @RolesAllowed("read")
    @Operation(
            operationId = "simulatePolicy",
            summary = "What would this policy have allowed?",
            description =
                    "Replays the requests of the last fifteen minutes, as far as they were sampled, through the policy as"
                            + " it is and as it would be. Nothing is saved, counted or taken.")
    public Uni<SimulationView> simulate(
            @RestPath @Pattern(regexp = LimitPolicy.ID_FORM, message = LimitPolicy.ID_RULE) String id,
            @Valid @NotNull PolicySpec spec) {
        var objections = spec.objections();
        if (!objections.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", objections);
        }
        long minute = MinutePart.minuteOf(clock.millis());
        return samples.read(minute).map(sample -> replay(id, spec, sample, minute - SampleStore.MINUTES));
    }

    /** The shadow of another policy is asked whenever that one is. */
    private Replay.Result replay(LimitPolicy policy, Sample sample, long firstMinute) {
        var asked = Optional.ofNullable(policy.spec().shadowOf()).flatMap(policies::find);
        return Replay.of(policy, asked.orElse(policy), sample, firstMinute);
    }

    private SimulationView replay(String id, PolicySpec spec, Sample sample, long firstMinute) {
        var edited = replay(LimitPolicy.draft(id, spec, clock.instant()), sample, firstMinute);
        var present = policies.find(id).map(policy -> replay(policy, sample, firstMinute));
        return new SimulationView(
                Instant.ofEpochMilli(firstMinute * MinutePart.MILLIS),
                sample.requests().stream().mapToLong(Sampled::calls).sum(),
                1L << sample.thinning(),
                sample.missed(),
                present.map(SimulationView.Outcome::of).orElse(null),
                SimulationView.Outcome.of(edited));
    }
}
