package dev.hotstate.metrics.decision;

import dev.hotstate.metrics.limit.Algorithm;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a check.
 *
 * @param tightest which of the policies says most about what is possible now; absent if there is none
 */
@Schema(name = "LimitVerdict")
record CheckView(
        boolean allowed,
        @Nullable String tightest,
        @Nullable Long remaining,
        @Nullable Long retryAfterMs,
        List<RulingView> policies) {

    /**
     * @param shadow it counts, and refuses nobody
     * @param bound how many hits can pass in the worst window of all
     * @param remaining absent if nobody knows
     * @param retryAfterMs absent if it may go on, or if it never fits
     */
    @Schema(name = "LimitRuling")
    record RulingView(
            String policy,
            boolean allowed,
            boolean shadow,
            Algorithm algorithm,
            long limit,
            long windowMs,
            long bound,
            @Nullable Long remaining,
            long resetMs,
            @Nullable Long retryAfterMs,
            Source source) {

        static RulingView of(Ruling ruling) {
            var policy = ruling.demand().policy();
            var limit = policy.limit();
            return new RulingView(
                    policy.id(),
                    ruling.allowed(),
                    !policy.isEnforced(),
                    limit.algorithm(),
                    limit.hits(),
                    limit.window().toMillis(),
                    limit.bound(),
                    ruling.remaining(),
                    ruling.reset().toMillis(),
                    millis(ruling.retryAfter()),
                    ruling.source());
        }
    }

    static CheckView of(Verdict verdict) {
        var tightest = verdict.tightest();
        return new CheckView(
                verdict.allowed(),
                tightest.map(ruling -> ruling.demand().policy().id()).orElse(null),
                tightest.map(Ruling::remaining).orElse(null),
                verdict.allowed() ? null : verdict.retryAfter().toMillis(),
                verdict.rulings().stream().map(RulingView::of).toList());
    }

    private static @Nullable Long millis(@Nullable Duration duration) {
        return duration == null ? null : duration.toMillis();
    }
}
