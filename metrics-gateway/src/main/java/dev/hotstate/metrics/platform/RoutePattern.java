package dev.hotstate.metrics.platform;

import io.vertx.core.http.impl.HttpUtils;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** A path in which <code>{name}</code> and {@code :name} stand for any one segment, and a final {@code *} for any rest. */
public record RoutePattern(List<String> segments, boolean open) {

    private static final String REST = "*";

    public static RoutePattern of(String text) {
        var segments = segmentsOf(text);
        return REST.equals(segments.getLast())
                ? new RoutePattern(segments.subList(0, segments.size() - 1), true)
                : new RoutePattern(segments, false);
    }

    public boolean matches(List<String> path) {
        return matches(path, UnaryOperator.identity());
    }

    /** @param form in which the segments of the path are written */
    public boolean matches(List<String> path, UnaryOperator<String> form) {
        if (open ? path.size() < segments.size() : path.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            var segment = segments.get(i);
            if (!isAny(segment) && !form.apply(segment).equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Of a path without its query, as whoever serves it reads it: {@code /a//b}, {@code /a/./b} and {@code /%61/b} are the same, so
     * that nobody gets round a pattern by writing a path in another way.
     */
    public static List<String> segmentsOf(String path) {
        int query = path.indexOf('?');
        var plain = decoded(query < 0 ? path : path.substring(0, query)).replaceAll("/{2,}", "/");
        return Arrays.asList(plain.substring(plain.startsWith("/") ? 1 : 0).split("/", -1));
    }

    /** The same as one text. */
    public static String normalized(String path) {
        return "/" + String.join("/", segmentsOf(path));
    }

    private static String decoded(String path) {
        try {
            return HttpUtils.normalizePath(path);
        } catch (IllegalArgumentException brokenEscape) {
            return path;
        }
    }

    private static boolean isAny(String segment) {
        return segment.startsWith(":") || segment.startsWith("{") && segment.endsWith("}");
    }
}
