package dev.hotstate.kit.http.request;

import java.util.List;

/** Paths as they are written in configuration: {@code /batches} exactly, {@code /agents/*} with any rest. */
public record PathPatterns(List<String> patterns) {

    public boolean match(String path) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, path));
    }

    private static boolean matches(String pattern, String path) {
        return pattern.endsWith("*")
                ? path.startsWith(pattern.substring(0, pattern.length() - 1))
                : path.equals(pattern);
    }
}
