package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Problems;
import dev.hotstate.kit.http.problem.Refusal;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where authentication is off, a web site that somebody on this machine visits could reach the service through the browser:
 * by a form or script of its own, or under a host name of its own that resolves to 127.0.0.1. Both are refused.
 */
@Singleton
class LoopbackGuard {

    static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    /** Below the request id and the security headers, above everything that has an effect. */
    private static final int PRIORITY = 980;

    private static final Refusal FOREIGN =
            new Refusal(KitProblem.FOREIGN_ORIGIN, "Use the service's own page, or a program on this machine.");

    private final Problems problems;

    LoopbackGuard(Problems problems) {
        this.problems = problems;
    }

    void register(@Observes Filters filters, AuthConfig config) {
        if (!config.required()) {
            filters.register(this::check, PRIORITY);
        }
    }

    /** In every profile: a service that trusts everybody must not be reachable by everybody. */
    static void requireLoopback(AuthConfig config, String host) {
        if (!config.required() && !LOOPBACK_NAMES.contains(host)) {
            throw new ConfigurationException(
                    "hotstate.auth.required=false needs a loopback address, but quarkus.http.host is %s: set it to 127.0.0.1, or require authentication"
                            .formatted(host));
        }
    }

    void start(@Observes StartupEvent event, AuthConfig config, VertxHttpConfig http) {
        requireLoopback(config, http.host());
    }

    private void check(RoutingContext request) {
        var authority = request.request().authority();
        var origin = request.request().getHeader(HttpHeaders.ORIGIN);
        if (authority != null && LOOPBACK_NAMES.contains(authority.host()) && isLoopback(origin)) {
            request.next();
        } else {
            problems.answer(request, FOREIGN);
        }
    }

    private static boolean isLoopback(@Nullable String origin) {
        try {
            return origin == null
                    || LOOPBACK_NAMES.contains(String.valueOf(URI.create(origin).getHost()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
