package dev.hotstate.kit.devservices;

import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What an application needs to reach backends and has not configured. Half of an address is its own business: then nothing is added. */
final class MissingKeys {

    static final String ENV = "hotstate.env";

    private static final String REDIS = "quarkus.redis.hosts";
    private static final String REDIS_PROVIDER = "quarkus.redis.hosts-provider-name";
    private static final String JDBC = "quarkus.datasource.jdbc.url";
    private static final String REACTIVE = "quarkus.datasource.reactive.url";

    private MissingKeys() {}

    /** Empty if the application needs nothing of us. */
    static Set<String> of(Capabilities application, Predicate<String> isConfigured) {
        Set<String> keys = new LinkedHashSet<>();
        if (application.isPresent(Capability.REDIS_CLIENT)
                && !isConfigured.test(REDIS)
                && !isConfigured.test(REDIS_PROVIDER)) {
            keys.addAll(List.of(REDIS, "hotstate.redis.vitals.username", "hotstate.redis.vitals.password"));
        }
        if (!isConfigured.test(JDBC) && !isConfigured.test(REACTIVE)) {
            addPostgres(application, keys);
        }
        if (!keys.isEmpty()) {
            keys.add(ENV);
        }
        return keys;
    }

    private static void addPostgres(Capabilities application, Set<String> keys) {
        boolean jdbc = application.isPresent(Capability.AGROAL);
        boolean reactive = application.isPresent(Capability.REACTIVE_PG_CLIENT);
        if (jdbc) {
            keys.add(JDBC);
        }
        if (reactive) {
            keys.add(REACTIVE);
        }
        if (jdbc || reactive) {
            keys.addAll(List.of("quarkus.datasource.username", "quarkus.datasource.password"));
        }
    }
}
