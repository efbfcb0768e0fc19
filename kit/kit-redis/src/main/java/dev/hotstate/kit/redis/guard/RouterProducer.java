package dev.hotstate.kit.redis.guard;

import dev.hotstate.kit.redis.connection.CommandTracer;
import dev.hotstate.kit.redis.connection.ConfiguredRouter;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.RedisUnavailable;
import dev.hotstate.kit.redis.connection.RouterConfig;
import dev.hotstate.kit.redis.connection.RouterMeters;
import dev.hotstate.kit.redis.connection.RouterOptions;
import dev.hotstate.kit.redis.tracing.CommandSpans;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.quarkus.redis.client.RedisHostsProvider;
import io.quarkus.redis.runtime.client.VertxRedisClientFactory;
import io.quarkus.redis.runtime.client.config.RedisClientConfig;
import io.quarkus.redis.runtime.client.config.RedisConfig;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.smallrye.config.SmallRyeConfig;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/**
 * The service's router, guarded by breakers. It is there from the start, whether Redis is or not: without Redis the
 * service starts degraded.
 */
@Dependent
public final class RouterProducer {

    private static final Logger LOG = Logger.getLogger(RouterProducer.class);
    private static final Duration START_PATIENCE = Duration.ofSeconds(2);

    @Produces
    @Singleton
    RouterOptions options(
            Config config, RouterConfig own, TlsConfigurationRegistry tls, Instance<OpenTelemetry> telemetry) {
        RedisClientConfig redis = config.unwrap(SmallRyeConfig.class)
                .getConfigMapping(RedisConfig.class)
                .clients()
                .get(RedisConfig.DEFAULT_CLIENT_NAME);
        String name = config.getOptionalValue("quarkus.application.name", String.class)
                .orElse("hotstate");
        return ConfiguredRouter.options(redis, own, tls, hosts(redis), name).withTracer(tracer(config, telemetry));
    }

    /** Quarkus has the bean even where traces are off, and it would be asked about each command. */
    private static CommandTracer tracer(Config config, Instance<OpenTelemetry> telemetry) {
        boolean off = config.getOptionalValue("quarkus.otel.sdk.disabled", Boolean.class)
                .orElse(false);
        return off || !telemetry.isResolvable() ? CommandTracer.NONE : new CommandSpans(telemetry.get());
    }

    @Produces
    @Singleton
    RedisRouter router(Vertx vertx, RouterOptions options, MeterRegistry meters) {
        RedisRouter router = RedisRouter.open(vertx, options, new NodeBreakers(meters));
        RouterMeters.bind(meters, router);
        return router;
    }

    void close(@Disposes RedisRouter router) {
        router.close();
    }

    @Produces
    @Singleton
    Retries retries(MeterRegistry meters) {
        return new Retries(meters);
    }

    @Produces
    @Singleton
    Fallbacks fallbacks(MeterRegistry meters) {
        return new Fallbacks(meters);
    }

    void start(@Observes StartupEvent started, RedisRouter router) {
        try {
            router.ready(START_PATIENCE).await().indefinitely();
        } catch (RedisUnavailable unavailable) {
            LOG.errorf("Starting degraded, without Redis: %s", unavailable.getMessage());
        }
    }

    private static Supplier<Set<URI>> hosts(RedisClientConfig redis) {
        if (redis.hosts().isPresent()) {
            return redis.hosts()::get;
        }
        String name = redis.hostsProviderName()
                .orElseThrow(() -> new ConfigurationException(
                        "quarkus.redis.hosts is missing: redis://user:password@host:port, several nodes by comma"));
        RedisHostsProvider provider = VertxRedisClientFactory.findProvider(name);
        return provider::getHosts;
    }
}
