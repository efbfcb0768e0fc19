package dev.hotstate.kit.http.limit;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.request.CountedCaller;
import dev.hotstate.kit.http.request.PathPatterns;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Limits what one caller may ask of this instance's resources. Runs after authentication, which has a limit of its own for
 * failures.
 */
@Singleton
class RequestLimit {

    private final LimitConfig config;
    private final TokenBuckets buckets;
    private final PathPatterns exemptPaths;

    RequestLimit(LimitConfig config) {
        this.config = config;
        this.exemptPaths = new PathPatterns(config.exemptPaths().orElse(List.of()));
        this.buckets =
                new TokenBuckets(config.burst(), config.requestsPerSecond(), config.callersMax(), System::nanoTime);
    }

    void check(RoutingContext request) {
        if (!config.enabled() || exemptPaths.match(request.normalizedPath())) {
            return;
        }
        var decision = buckets.take(CountedCaller.of(request));
        // https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
        request.response()
                .putHeader("RateLimit-Policy", "\"api\";q=%d;w=%d".formatted(config.burst(), secondsToFill()))
                .putHeader(
                        "RateLimit",
                        "\"api\";r=%d;t=%d"
                                .formatted(decision.remaining(), decision.full().toSeconds()));
        if (!decision.allowed()) {
            throw new Refusal(
                    KitProblem.TOO_MANY_REQUESTS,
                    "At most %d requests per second, and %d at once."
                            .formatted(config.requestsPerSecond(), config.burst()),
                    decision.retryAfter());
        }
    }

    private long secondsToFill() {
        return Math.ceilDiv(config.burst(), config.requestsPerSecond());
    }
}
