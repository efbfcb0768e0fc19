package dev.hotstate.kit.redis.key;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.Config;

/** Reads three properties and maps none: a mapping of the bare root {@code hotstate} refuses those of other modules. */
final class KeySpaceProducer {

    /** The environment, the first part of every Redis key, for example {@code prod}; in dev mode and tests there is one. */
    private static final String ENV = "hotstate.env";

    /** The short name of the service, the second part of every Redis key and its ACL user; each service brings its own. */
    private static final String APP = "hotstate.app";

    /**
     * What every Redis key begins with instead of environment and name, with a colon at its end. metrics-gateway takes it from
     * {@code REDIS_KEY_PREFIX}, as does the generator of its ACL user.
     */
    private static final String PREFIX = "hotstate.key-prefix";

    @Produces
    @Singleton
    Namespace namespace(Config config) {
        return new Namespace(config.getValue(ENV, String.class), config.getValue(APP, String.class));
    }

    @Produces
    @Singleton
    KeySpace keySpace(Namespace namespace, Config config) {
        return config.getOptionalValue(PREFIX, String.class)
                .filter(prefix -> !prefix.isBlank())
                .map(KeySpace::withPrefix)
                .orElseGet(() -> new KeySpace(namespace));
    }
}
