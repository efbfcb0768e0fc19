package dev.hotstate.metrics.policy;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Policies to test with, that are in no database. */
public final class LimitPolicies {

    private LimitPolicies() {}

    public static LimitPolicy enforced(String id, long limit, Duration window) {
        return of(id, limit, window, false, null);
    }

    public static LimitPolicy inTheShadow(String id, long limit, Duration window) {
        return of(id, limit, window, true, null);
    }

    public static LimitPolicy failing(FailMode failMode, String id, long limit, Duration window) {
        return of(id, limit, window, false, failMode);
    }

    private static LimitPolicy of(String id, long limit, Duration window, boolean shadow, @Nullable FailMode failMode) {
        return new LimitPolicy(
                id,
                1,
                new PolicySpec(
                        null, null, null, null, limit, window, null, null, null, shadow, failMode, null, null, null),
                Instant.EPOCH,
                Instant.EPOCH,
                "a test");
    }
}
