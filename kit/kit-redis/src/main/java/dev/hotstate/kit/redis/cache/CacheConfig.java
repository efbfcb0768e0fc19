package dev.hotstate.kit.redis.cache;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

@ConfigMapping(prefix = "hotstate.cache")
public interface CacheConfig {

    /** How long a value may take to load from its owner before readers get the last good one, or a failure. */
    @WithDefault("2s")
    Duration loadDeadline();

    /** Last good values that each cache keeps in this process. */
    @WithDefault("1000")
    int lastGoodMax();

    Encryption encryption();

    interface Encryption {

        /** The name of the key that encrypts; without one, an encrypted cache cannot be created. */
        Optional<String> current();

        /** Keys by name, each 32 bytes in Base64. An old one stays until the longest TTL has passed. */
        Map<String, String> keys();
    }
}
