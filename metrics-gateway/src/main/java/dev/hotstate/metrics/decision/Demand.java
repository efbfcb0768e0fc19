package dev.hotstate.metrics.decision;

import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.metrics.limit.LimitQuestion;
import dev.hotstate.metrics.policy.LimitPolicy;

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

    LimitQuestion question() {
        return new LimitQuestion(policy.limit(), caller, looks ? 0 : hits, 1);
    }

    /** The one that gives back what this one has taken. */
    Demand back() {
        return new Demand(policy, caller, -hits);
    }

    /** Whether it is only there to be compared with what another policy decides. */
    boolean isCompared() {
        return policy.shadowOf() != null;
    }

    boolean takes() {
        return !looks && hits > 0;
    }
}
