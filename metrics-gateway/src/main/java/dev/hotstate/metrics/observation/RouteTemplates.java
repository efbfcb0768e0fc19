package dev.hotstate.metrics.observation;

import dev.hotstate.metrics.platform.RoutePattern;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes one route of many paths: {@code /users/123} becomes <code>/users/{id}</code>. Named routes first, then whatever looks
 * like an id: numbers, UUIDs, long hexadecimal numbers, addresses of people, very long segments.
 */
final class RouteTemplates {

    private static final Pattern ID =
            Pattern.compile("\\d+|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{16,}|.*@.*|.{41,}");
    private static final String ID_NAME = "id";

    private record Named(String text, RoutePattern pattern) {}

    private final List<Named> named;
    private final PathStyle style;

    /** @param routes such as <code>/shop/{slug}</code>, the first that matches wins */
    RouteTemplates(List<String> routes, PathStyle style) {
        this.style = style;
        named = routes.stream()
                .map(text -> new Named(restyled(text), RoutePattern.of(text)))
                .toList();
    }

    String of(String path) {
        var segments = RoutePattern.segmentsOf(path);
        return named.stream()
                .filter(route -> route.pattern().matches(segments))
                .map(Named::text)
                .findFirst()
                .orElseGet(() -> segments.stream()
                        .map(segment -> ID.matcher(segment).matches() ? style.placeholder(ID_NAME) : segment)
                        .collect(Collectors.joining("/", "/", "")));
    }

    /** A route that somebody names, in the style of this installation. */
    String restyled(String route) {
        return style.isOf(route)
                ? route
                : Arrays.stream(route.split("/", -1)).map(style::restyled).collect(Collectors.joining("/"));
    }
}
