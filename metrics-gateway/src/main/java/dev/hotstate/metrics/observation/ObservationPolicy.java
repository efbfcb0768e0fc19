package dev.hotstate.metrics.observation;

import dev.hotstate.kit.http.problem.FieldError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an observation may say, and what it then means. */
final class ObservationPolicy {

    private static final int INSTANCE_LENGTH_MAX = 64;
    private static final int ROUTE_LENGTH_MAX = 2_000;
    private static final double DURATION_MS_MAX = 3_600_000;
    private static final Duration AGE_MAX = Duration.ofHours(24);
    private static final Duration AHEAD_MAX = Duration.ofMinutes(5);
    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
    private static final Set<String> LOCAL = Set.of("127.0.0.1", "::1", "localhost", "::ffff:127.0.0.1");

    private final RouteTemplates templates;
    private final boolean localCounts;

    ObservationPolicy(RouteTemplates templates, boolean localCounts) {
        this.templates = templates;
        this.localCounts = localCounts;
    }

    /** Whether it counts: an instance that asks itself is no traffic. */
    boolean counts(ObservationRequest request) {
        return localCounts || request.client() == null || !LOCAL.contains(request.client());
    }

    /** Pointers begin at the request. */
    List<FieldError> objections(ObservationRequest request, Instant now) {
        var errors = new ArrayList<FieldError>();
        check(isText(request.instance(), INSTANCE_LENGTH_MAX), "/instance", "must have 1 to 64 characters", errors);
        check(
                request.method() != null && METHOD.matcher(request.method()).matches(),
                "/method",
                "must be a method such as GET",
                errors);
        check(
                (request.path() == null) != (request.route() == null),
                "/path",
                "either path or route must be given",
                errors);
        check(isRoute(request.path()), "/path", "must begin with a slash and have at most 2000 characters", errors);
        check(isRoute(request.route()), "/route", "must begin with a slash and have at most 2000 characters", errors);
        check(
                request.status() != null && request.status() >= 100 && request.status() <= 599,
                "/status",
                "must be between 100 and 599",
                errors);
        check(
                request.durationMs() != null && request.durationMs() >= 0 && request.durationMs() <= DURATION_MS_MAX,
                "/durationMs",
                "must be between 0 and 3600000",
                errors);
        check(isRecent(request.ts(), now), "/ts", "must be of the last 24 hours, in unix milliseconds", errors);
        return errors;
    }

    /** Of a request without objections. */
    Observation read(ObservationRequest request, Instant now) {
        var route = request.route() != null ? templates.restyled(request.route()) : templates.of(request.path());
        return new Observation(
                request.instance(),
                request.method() + " " + route,
                request.status(),
                Math.round(request.durationMs() * 1_000),
                request.ts() == null ? now : Instant.ofEpochMilli(request.ts()),
                Boolean.TRUE.equals(request.refused()));
    }

    private static boolean isText(@Nullable String text, int lengthMax) {
        return text != null && !text.isBlank() && text.length() <= lengthMax;
    }

    private static boolean isRoute(@Nullable String route) {
        return route == null || route.startsWith("/") && route.length() <= ROUTE_LENGTH_MAX;
    }

    private static boolean isRecent(@Nullable Long ts, Instant now) {
        return ts == null
                || ts > now.minus(AGE_MAX).toEpochMilli()
                        && ts < now.plus(AHEAD_MAX).toEpochMilli();
    }

    private static void check(boolean holds, String pointer, String otherwise, List<FieldError> errors) {
        if (!holds) {
            errors.add(FieldError.at(pointer, otherwise));
        }
    }
}
