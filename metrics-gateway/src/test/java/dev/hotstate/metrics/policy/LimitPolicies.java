package dev.hotstate.metrics.policy;

import dev.hotstate.metrics.limit.Algorithm;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Policies to test with, that are in no database. */
public final class LimitPolicies {

    private LimitPolicies() {}

    public static LimitPolicy enforced(String id, long limit, Duration window) {
        return of(id, limit, window, null, false, null);
    }

    public static LimitPolicy by(Algorithm algorithm, String id, long limit, Duration window) {
        return of(id, limit, window, algorithm, false, null);
    }

    public static LimitPolicy inTheShadow(String id, long limit, Duration window) {
        return of(id, limit, window, null, true, null);
    }

    public static LimitPolicy failing(FailMode failMode, String id, long limit, Duration window) {
        return of(id, limit, window, null, false, failMode);
    }

    private static LimitPolicy of(
            String id,
            long limit,
            Duration window,
            @Nullable Algorithm algorithm,
            boolean shadow,
            @Nullable FailMode failMode) {
        return new LimitPolicy(
                id,
                1,
                new PolicySpec(
                        null, null, null, null, limit, window, algorithm, null, null, shadow, failMode, null, null,
                        null),
                Instant.EPOCH,
                Instant.EPOCH,
                "a test");
    }
}
