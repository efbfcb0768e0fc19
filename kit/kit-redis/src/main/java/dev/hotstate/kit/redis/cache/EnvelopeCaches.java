package dev.hotstate.kit.redis.cache;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.encryption.EncryptionKeys;
import dev.hotstate.kit.redis.key.KeySpace;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.random.RandomGenerator;

/**
 * Creates the caches of a service, each once:
 * {@code caches.create(CacheSpec.of("profile", Profile.class, 1, ofMinutes(10)).withEncryption())}.
 */
public final class EnvelopeCaches {

    final RedisRouter router;
    final KeySpace keys;
    final ObjectMapper json;
    final Clock clock;
    final RandomGenerator random;
    final MeterRegistry registry;
    final CacheConfig config;
    final CacheStatistics statistics;

    /**
     * @param random decides early refreshes; shared by threads
     */
    public EnvelopeCaches(
            RedisRouter router,
            KeySpace keys,
            ObjectMapper json,
            Clock clock,
            RandomGenerator random,
            MeterRegistry registry,
            CacheConfig config,
            CacheStatistics statistics) {
        this.router = router;
        this.keys = keys;
        this.json = json;
        this.clock = clock;
        this.random = random;
        this.registry = registry;
        this.config = config;
        this.statistics = statistics;
    }

    public <T> EnvelopeCache<T> create(CacheSpec<T> spec) {
        return new EnvelopeCache<>(this, spec);
    }

    EncryptionKeys encryptionKeys() {
        var encryption = config.encryption();
        return new EncryptionKeys(
                "hotstate.cache.encryption",
                encryption.keys(),
                encryption
                        .current()
                        .orElseThrow(() -> new IllegalStateException(
                                "an encrypted cache needs hotstate.cache.encryption.current and its key")));
    }
}
