package dev.hotstate.kit.redis.instance;

import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.script.Scripts;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;

final class InstanceProducer {

    /** As the script has them. Shorter, and a pause of the JVM ends a life; longer, and the dead count for too long. */
    private static final Duration LIFETIME_MIN = Duration.ofSeconds(1);

    private static final Duration LIFETIME_MAX = Duration.ofMinutes(10);

    @Produces
    @Singleton
    InstanceId instanceId(InstanceConfig config) {
        return config.id().map(InstanceId::new).orElseGet(InstanceId::random);
    }

    @Produces
    @Singleton
    InstanceRegistry instanceRegistry(
            RedisRouter router, Scripts scripts, Clock clock, KeySpace keys, InstanceId self, InstanceConfig config) {
        return new InstanceRegistry(router, scripts, clock, keys, self, checked(config.lifetime()));
    }

    static Duration checked(Duration lifetime) {
        if (lifetime.compareTo(LIFETIME_MIN) < 0 || lifetime.compareTo(LIFETIME_MAX) > 0) {
            throw new IllegalArgumentException("hotstate.instances.lifetime is %s; it must lie between %s and %s"
                    .formatted(lifetime, LIFETIME_MIN, LIFETIME_MAX));
        }
        return lifetime;
    }
}
