package dev.hotstate.metrics.observation;

import java.util.Locale;

/** How the variable parts of a route are written. */
public enum PathStyle {
    /** <code>/users/{id}</code> */
    BRACES,
    /** {@code /users/:id} */
    COLON;

    String placeholder(String name) {
        return this == BRACES ? "{" + name + "}" : ":" + name;
    }

    /** Whether a route stays as it is, seen at a glance. */
    boolean isOf(String route) {
        return route.indexOf(':') < 0 && (this == BRACES ? route.indexOf(' ') < 0 : route.indexOf('{') < 0);
    }

    /** A segment of a route, whichever style it was written in. */
    String restyled(String segment) {
        if (segment.length() > 1 && segment.charAt(0) == ':') {
            return placeholder(segment.substring(1));
        }
        if (segment.length() > 2 && segment.startsWith("{") && segment.endsWith("}")) {
            // A pattern behind the name, as JAX-RS allows it, is nobody's business here.
            return placeholder(
                    segment.substring(1, segment.length() - 1).split(":", 2)[0].strip());
        }
        return segment;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
