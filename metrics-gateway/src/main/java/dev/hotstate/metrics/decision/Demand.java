package dev.hotstate.metrics.decision;

import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.metrics.limit.Counted;
import dev.hotstate.metrics.limit.LimitQuestion;
import dev.hotstate.metrics.policy.LimitPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What one caller wants of one policy.
 *
 * @param hits already multiplied by the cost of the policy; less than 0 gives back
 * @param looks whether nothing is taken, it only asks
 */
public record Demand(LimitPolicy policy, KeyId caller, long hits, boolean looks) {

    public Demand(LimitPolicy policy, KeyId caller, long hits) {
        this(policy, caller, hits, false);
    }

    /** @param others whether other policies are asked with this one, whose refusal would give back what it takes */
    LimitQuestion question(boolean others) {
        return new LimitQuestion(
                policy.limit(), caller, looks ? 0 : hits, 1, others && takes() && !isCompared() ? Counted.ASKED : null);
    }

    /** The one that gives back what this one has taken of this instance. */
    Demand back() {
        return new Demand(policy, caller, -hits);
    }

    /** The one that gives back to Redis what this one has taken there. */
    LimitQuestion back(@Nullable Counted counted) {
        return new LimitQuestion(policy.limit(), caller, -hits, 1, counted);
    }

    /** Whether it is only there to be compared with what another policy decides. */
    boolean isCompared() {
        return policy.shadowOf() != null;
    }

    boolean takes() {
        return !looks && hits > 0;
    }
}
