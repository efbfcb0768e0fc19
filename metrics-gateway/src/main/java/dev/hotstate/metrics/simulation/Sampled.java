package dev.hotstate.metrics.simulation;

import dev.hotstate.kit.http.request.ClientAddress;
import dev.hotstate.metrics.decision.Asked;
import dev.hotstate.metrics.platform.RoutePattern;
import dev.hotstate.metrics.policy.Subject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request that somebody asked about. Whatever may be personal is a digest: it is only ever compared.
 *
 * @param at unix milliseconds, of the first of the calls
 * @param path the digests of its segments; absent if no route was told
 * @param policies that were named; none: all that match
 * @param calls so many like this within a tenth of a second
 */
record Sampled(
        long at,
        @Nullable List<String> path,
        @Nullable String method,
        @Nullable String ip,
        @Nullable String user,
        Map<String, String> headers,
        List<String> policies,
        @Nullable String identifier,
        long hits,
        int calls) {

    static final int HEADERS_MAX = 12;

    /** They differ from request to request, or say nothing about who asks. */
    private static final Set<String> TELL_NOTHING = Set.of(
            "accept",
            "accept-encoding",
            "accept-language",
            "cache-control",
            "connection",
            "content-length",
            "content-type",
            "date",
            "host",
            "if-modified-since",
            "if-none-match",
            "pragma",
            "referer",
            "traceparent",
            "tracestate",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-method",
            "x-forwarded-port",
            "x-forwarded-proto",
            "x-forwarded-server",
            "x-forwarded-uri",
            "x-request-id");

    /** @param digest of a text */
    static Sampled of(Asked asked, long at, UnaryOperator<String> digest) {
        var subject = asked.subject();
        return new Sampled(
                at,
                subject.route() == null
                        ? null
                        : RoutePattern.segmentsOf(subject.route()).stream()
                                .map(digest)
                                .toList(),
                subject.method(),
                subject.ip() == null ? null : digest.apply(ClientAddress.network(subject.ip())),
                subject.user() == null ? null : digest.apply(subject.user()),
                subject.headers().entrySet().stream()
                        .filter(header -> !TELL_NOTHING.contains(header.getKey()))
                        .sorted(Map.Entry.comparingByKey())
                        .limit(HEADERS_MAX)
                        .collect(Collectors.toMap(Map.Entry::getKey, header -> digest.apply(header.getValue()))),
                asked.policies(),
                asked.identifier() == null ? null : digest.apply(asked.identifier()),
                asked.hits(),
                1);
    }

    Sampled times(int more) {
        return new Sampled(at, path, method, ip, user, headers, policies, identifier, hits, more);
    }

    /** As a policy sees it, all in digests. */
    Subject subject() {
        return new Subject(path == null ? null : "/" + String.join("/", path), method, ip, user, headers);
    }

    /** Whose requests are kept together when not all can be. */
    String unit() {
        var caller = Stream.of(ip, user, identifier).filter(Objects::nonNull).findFirst();
        return caller.orElseGet(() -> headers.isEmpty() ? String.valueOf(at) : headers.toString());
    }
}
