package dev.hotstate.metrics.policy;

import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * @param bound how many hits can pass in the worst window of all
 * @param tightened absent as long as it allows what it usually allows
 */
@Schema(name = "Policy")
record PolicyView(
        String id,
        int version,
        long bound,
        PolicySpec spec,
        @Nullable Tightening tightened,
        Instant createdAt,
        Instant updatedAt,
        String updatedBy) {

    static PolicyView of(LimitPolicy policy, Optional<Tightening> tightened) {
        return new PolicyView(
                policy.id(),
                policy.version(),
                policy.limit().bound(),
                policy.spec(),
                tightened.orElse(null),
                policy.createdAt(),
                policy.updatedAt(),
                policy.updatedBy());
    }
}
