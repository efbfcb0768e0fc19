package dev.hotstate.kit.redis.cache;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.KeySpace;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.concurrent.ThreadLocalRandom;

final class CacheProducer {

    @Produces
    @Singleton
    CacheStatistics cacheStatistics() {
        return new CacheStatistics();
    }

    @Produces
    @Singleton
    EnvelopeCaches envelopeCaches(
            RedisRouter router,
            KeySpace keys,
            Instance<ObjectMapper> json,
            Clock clock,
            MeterRegistry registry,
            CacheConfig config,
            CacheStatistics statistics) {
        var mapper = json.isResolvable()
                ? json.get()
                : JsonMapper.builder().findAndAddModules().build();
        // Not the field of a static class: a random generator must not be frozen into a native image.
        return new EnvelopeCaches(
                router,
                keys,
                mapper,
                clock,
                () -> ThreadLocalRandom.current().nextLong(),
                registry,
                config,
                statistics);
    }
}
