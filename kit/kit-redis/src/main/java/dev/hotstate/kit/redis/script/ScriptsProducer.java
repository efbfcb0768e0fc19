package dev.hotstate.kit.redis.script;

import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.RouterConfig;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

final class ScriptsProducer {

    @Produces
    @Singleton
    Scripts scripts(RedisRouter router, MeterRegistry registry, RouterConfig config) {
        return new Scripts(router, new ScriptMetrics(registry), config.deadline());
    }
}
