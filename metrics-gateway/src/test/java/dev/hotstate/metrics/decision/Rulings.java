package dev.hotstate.metrics.decision;

import static java.time.Duration.ofMinutes;

import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.metrics.policy.LimitPolicies;
import dev.hotstate.metrics.policy.LimitPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Demands and rulings to test with. */
final class Rulings {

    static final KeyId CALLER = KeyId.of("somebody");

    private Rulings() {}

    static LimitPolicy policy(String id, long limit) {
        return LimitPolicies.enforced(id, limit, ofMinutes(1));
    }

    static Demand demand(LimitPolicy policy, long hits) {
        return new Demand(policy, CALLER, hits);
    }

    static Ruling allowed(LimitPolicy policy, long remaining) {
        return new Ruling(demand(policy, 1), true, remaining, Duration.ofSeconds(30), null, Source.REDIS);
    }

    static Ruling refused(LimitPolicy policy, @Nullable Duration retryAfter) {
        return new Ruling(demand(policy, 1), false, 0L, Duration.ofSeconds(30), retryAfter, Source.REDIS);
    }
}
