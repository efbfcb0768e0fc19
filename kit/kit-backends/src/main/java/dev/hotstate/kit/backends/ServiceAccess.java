package dev.hotstate.kit.backends;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What one service needs to reach the backends as itself, in the words of its configuration. */
public record ServiceAccess(String app, String env, Map<String, String> configuration) {

    public ServiceAccess {
        // Keeps the order, unlike Map.copyOf.
        configuration = Collections.unmodifiableMap(new LinkedHashMap<>(configuration));
    }

    /** The same as environment variables: {@code quarkus.redis.hosts} is {@code QUARKUS_REDIS_HOSTS}. */
    public Map<String, String> environment() {
        return configuration.entrySet().stream()
                .collect(Collectors.toMap(entry -> variable(entry.getKey()), Map.Entry::getValue));
    }

    private static String variable(String key) {
        return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return "ServiceAccess[" + app + " in " + env + "]";
    }
}
