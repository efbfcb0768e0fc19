package dev.hotstate.metrics.simulation;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a policy would have done.
 *
 * @param from the oldest minute that was replayed
 * @param sampled requests that were replayed, under this policy or not
 * @param oneCallerIn 1 if all callers are in the sample; n if one in n of them is, and the numbers are estimates
 * @param missed requests that came too fast to be sampled
 * @param present the policy as it is now; absent if there is none
 * @param edited as it would be
 */
@Schema(name = "Simulation")
record SimulationView(
        Instant from,
        long sampled,
        long oneCallerIn,
        long missed,
        @Nullable Outcome present,
        Outcome edited) {

    /**
     * @param allowed requests by minute, the oldest first
     * @param callers that fell under it
     */
    @Schema(name = "SimulatedPolicy")
    record Outcome(
            long allowedTotal,
            long deniedTotal,
            int callers,
            int callersDenied,
            List<Long> allowed,
            List<Long> denied) {

        static Outcome of(Replay.Result result) {
            return new Outcome(
                    result.allAllowed(),
                    result.allDenied(),
                    result.callers(),
                    result.deniedCallers().size(),
                    result.allowed(),
                    result.denied());
        }
    }
}
