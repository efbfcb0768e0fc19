package dev.hotstate.metrics.policy;

import dev.hotstate.kit.http.request.ClientAddress;
import dev.hotstate.metrics.platform.RoutePattern;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who asks for what.
 *
 * @param route the path of the request
 * @param headers by their names in lower case
 */
public record Subject(
        @Nullable String route,
        @Nullable String method,
        @Nullable String ip,
        @Nullable String user,
        Map<String, String> headers) {

    static final String SOURCE_FORM = "ip|user|method|route|everybody|header:[A-Za-z0-9-]{1,60}";
    static final String SOURCE_RULE = "must be ip, user, method, route, everybody or header:<name>";

    private static final String HEADER = "header:";
    /** No value of a header can contain it. */
    private static final String SEPARATOR = "\u001f";

    /** What tells this caller from others. Who leaves something out is one of those who do. */
    String identifier(List<String> sources) {
        return sources.stream().map(this::value).collect(Collectors.joining(SEPARATOR));
    }

    private String value(String source) {
        return Objects.requireNonNullElse(
                switch (source) {
                    case "ip" -> ip == null ? null : ClientAddress.network(ip);
                    case "user" -> user;
                    case "method" -> method;
                    case "route" -> route == null ? null : RoutePattern.normalized(route);
                    case "everybody" -> "";
                    default -> headers.get(source.substring(HEADER.length()).toLowerCase(Locale.ROOT));
                },
                "");
    }
}
