package dev.hotstate.monitor.definition;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds push monitors by what jobs know of them. It holds the monitors themselves, and puts the new version before it takes the
 * old one away: a job that reports just then must not be told that there is none, nor one of two the only one.
 */
final class PushIndex {

    private final Map<UUID, Monitor> byToken = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Monitor>> bySlug = new ConcurrentHashMap<>();

    Optional<Monitor> ofToken(UUID token) {
        return Optional.ofNullable(byToken.get(token));
    }

    /** Several monitors may have the same slug, though their names differ. */
    Collection<Monitor> ofSlug(String slug) {
        return bySlug.getOrDefault(slug, Map.of()).values();
    }

    /** @param before the same monitor as it was known until now */
    void replace(@Nullable Monitor before, Monitor after) {
        var token = after.pushToken();
        if (token != null) {
            byToken.put(token, after);
            bySlug.compute(slug(after), (slug, known) -> with(after, known == null ? Map.of() : known));
        }
        if (before == null) {
            return;
        }
        if (token == null || !token.equals(before.pushToken())) {
            removeToken(before);
        }
        if (token == null || !slug(after).equals(slug(before))) {
            removeSlug(before);
        }
    }

    void remove(Monitor monitor) {
        removeToken(monitor);
        removeSlug(monitor);
    }

    private void removeToken(Monitor monitor) {
        if (monitor.pushToken() != null) {
            byToken.remove(monitor.pushToken());
        }
    }

    private void removeSlug(Monitor monitor) {
        if (monitor.pushToken() != null) {
            bySlug.computeIfPresent(slug(monitor), (slug, known) -> without(monitor, known));
        }
    }

    private static String slug(Monitor monitor) {
        return Slug.of(monitor.name());
    }

    private static Map<String, Monitor> with(Monitor monitor, Map<String, Monitor> others) {
        var all = new HashMap<>(others);
        all.put(monitor.id(), monitor);
        return Map.copyOf(all);
    }

    private static @Nullable Map<String, Monitor> without(Monitor monitor, Map<String, Monitor> all) {
        var rest = new HashMap<>(all);
        rest.remove(monitor.id());
        return rest.isEmpty() ? null : Map.copyOf(rest);
    }
}
