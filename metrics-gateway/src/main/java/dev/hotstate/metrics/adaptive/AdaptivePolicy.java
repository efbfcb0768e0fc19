package dev.hotstate.metrics.adaptive;

import dev.hotstate.metrics.policy.PolicySpec.Adaptive;
import org.jspecify.annotations.Nullable;

/** What follows from how an endpoint is. */
final class AdaptivePolicy {

    /** Well again is 20 % below the bound: else a policy would be tightened and eased by turns. */
    static final double WELL = 0.8;

    enum Step {
        TIGHTEN,
        /** Not bad enough to tighten, nor well enough to let it end. */
        KEEP,
        LET_END
    }

    private final int requestsMin;

    AdaptivePolicy(int requestsMin) {
        this.requestsMin = requestsMin;
    }

    Step step(Adaptive bounds, @Nullable Condition seen) {
        if (seen == null || seen.requests() < requestsMin) {
            return Step.LET_END;
        }
        double worst = Math.max(
                bounds.p95Above() == null
                        ? 0
                        : seen.p95Ms() / (bounds.p95Above().toNanos() / 1e6),
                bounds.errorRateAbove() == null ? 0 : seen.errorRate() / bounds.errorRateAbove());
        return worst > 1 ? Step.TIGHTEN : worst > WELL ? Step.KEEP : Step.LET_END;
    }
}
