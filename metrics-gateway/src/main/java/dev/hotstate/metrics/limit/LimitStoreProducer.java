package dev.hotstate.metrics.limit;

import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.RouterOptions;
import dev.hotstate.kit.redis.guard.NodeBreakers;
import dev.hotstate.kit.redis.script.ScriptMetrics;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * Decisions have connections and breakers of their own: a deadline ten times shorter than that of other commands would take
 * the nodes away from those too, each time the machine is slow for a moment.
 */
@Singleton
final class LimitStoreProducer {

    private final RedisRouter router;

    LimitStoreProducer(Vertx vertx, RouterOptions options, LimitConfig config, MeterRegistry meters) {
        router = RedisRouter.open(
                vertx,
                options.withDeadline(config.deadline()).withConnectionsMax(config.connectionsMax()),
                // They would be registered under the names that those of the other connections have.
                new NodeBreakers(new SimpleMeterRegistry()));
        Gauge.builder("metrics.limit.breaker.open", router, LimitStoreProducer::brokenNodes)
                .description("Redis nodes that are not asked for decisions at the moment")
                .register(meters);
    }

    @Produces
    @Singleton
    LimitStore store(MetricsKeys keys, LimitConfig config, MeterRegistry meters) {
        var store = new LimitStore(
                router, new Scripts(router, new ScriptMetrics(meters), config.deadline()), keys, config.deadline());
        FunctionCounter.builder("metrics.limit.spared", store, LimitStore::spared)
                .description("Questions to Redis that travelled as a part of another one about the same key")
                .register(meters);
        return store;
    }

    /**
     * Connects before the first decision is asked for. Opened by a request, the connections would belong to the HTTP server and
     * end with it, and not with this.
     */
    void start(@Observes StartupEvent event) {}

    void close(@Disposes LimitStore store) {
        router.close();
    }

    private static long brokenNodes(RedisRouter router) {
        return router.masters().stream()
                .map(router::guardOf)
                .filter(guard -> guard != null && guard.state() != NodeGuard.State.CLOSED)
                .count();
    }
}
