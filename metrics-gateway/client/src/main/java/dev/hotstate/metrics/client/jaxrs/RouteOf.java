package dev.hotstate.metrics.client.jaxrs;

import jakarta.ws.rs.Path;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The route of a resource method, from the annotations that made it one. */
final class RouteOf {

    private final Map<Method, String> known = new ConcurrentHashMap<>();

    String method(Class<?> resource, Method method) {
        return known.computeIfAbsent(
                method,
                asked -> Stream.of(path(resource), path(resource, asked))
                        .flatMap(path -> Arrays.stream(path.split("/")))
                        .filter(segment -> !segment.isEmpty())
                        .map(RouteOf::withoutPattern)
                        .collect(Collectors.joining("/", "/", "")));
    }

    private static String path(@Nullable Class<?> type) {
        if (type == null) {
            return "";
        }
        var own = type.getAnnotation(Path.class);
        if (own != null) {
            return own.value();
        }
        for (var contract : type.getInterfaces()) {
            var found = path(contract);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return path(type.getSuperclass());
    }

    private static String path(@Nullable Class<?> type, Method method) {
        if (type == null) {
            return "";
        }
        try {
            var own = type.getDeclaredMethod(method.getName(), method.getParameterTypes())
                    .getAnnotation(Path.class);
            if (own != null) {
                return own.value();
            }
        } catch (NoSuchMethodException e) {
            // Declared further up.
        }
        for (var contract : type.getInterfaces()) {
            var found = path(contract, method);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return path(type.getSuperclass(), method);
    }

    /** <code>{id: [0-9]+}</code> is <code>{id}</code>; a pattern may hold no slash here. */
    private static String withoutPattern(String segment) {
        int colon = segment.indexOf(':');
        return segment.startsWith("{") && colon > 0
                ? segment.substring(0, colon).strip() + "}"
                : segment;
    }
}
