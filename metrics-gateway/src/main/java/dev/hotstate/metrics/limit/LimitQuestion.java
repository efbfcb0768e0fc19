package dev.hotstate.metrics.limit;

import dev.hotstate.kit.redis.key.KeyId;
import org.jspecify.annotations.Nullable;

/**
 * May they? Lets as many calls pass as fit, in their order.
 *
 * @param hits of each call: 0 only looks, less gives back
 * @param calls that ask at once
 * @param counted {@link Counted#ASKED}, or where the hits were counted that are given back: those, as far as they still count,
 *     and never others; without it the newest are given back
 */
public record LimitQuestion(
        Limit limit,
        KeyId caller,
        long hits,
        long calls,
        @Nullable Counted counted) {

    public LimitQuestion(Limit limit, KeyId caller, long hits, long calls) {
        this(limit, caller, hits, calls, null);
    }

    /** Whether both can be one question. What is given back from one place must not be taken from another. */
    boolean isLike(LimitQuestion other) {
        return hits == other.hits && !givesBackThere() && !other.givesBackThere();
    }

    boolean asksWhere() {
        return counted != null && counted.isAsked();
    }

    private boolean givesBackThere() {
        return counted != null && !counted.isAsked();
    }
}
