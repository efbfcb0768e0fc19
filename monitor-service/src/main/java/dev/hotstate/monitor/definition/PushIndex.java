package dev.hotstate.monitor.definition;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds push monitors by what jobs know of them. */
final class PushIndex {

    private final Map<UUID, String> idByToken = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> idsBySlug = new ConcurrentHashMap<>();

    Optional<String> ofToken(UUID token) {
        return Optional.ofNullable(idByToken.get(token));
    }

    /** Several monitors may have the same slug, though their names differ. */
    Set<String> ofSlug(String slug) {
        return idsBySlug.getOrDefault(slug, Set.of());
    }

    void replace(@Nullable Monitor before, Monitor after) {
        if (before != null) {
            remove(before);
        }
        if (after.pushToken() != null) {
            idByToken.put(after.pushToken(), after.id());
            idsBySlug.merge(Slug.of(after.name()), Set.of(after.id()), PushIndex::union);
        }
    }

    void remove(Monitor monitor) {
        if (monitor.pushToken() != null) {
            idByToken.remove(monitor.pushToken(), monitor.id());
            idsBySlug.computeIfPresent(Slug.of(monitor.name()), (slug, ids) -> without(ids, monitor.id()));
        }
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        var all = new HashSet<>(some);
        all.addAll(others);
        return Set.copyOf(all);
    }

    private static @Nullable Set<String> without(Set<String> ids, String id) {
        var rest = new HashSet<>(ids);
        rest.remove(id);
        return rest.isEmpty() ? null : Set.copyOf(rest);
    }
}
