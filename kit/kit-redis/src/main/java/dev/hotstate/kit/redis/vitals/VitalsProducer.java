package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.cache.CacheStatistics;
import dev.hotstate.kit.redis.connection.Credentials;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.RouterOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.InjectableInstance;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

@Dependent
final class VitalsProducer {

    /** One per node is enough for a poll a second; the router opens no fewer than five. */
    private static final int CONNECTIONS_MAX = 5;

    private static final int QUARKUS_POOL_MAX = 20;

    @Produces
    @Singleton
    VitalsWorker vitals(
            RedisWatch redis,
            PostgresWatch postgres,
            RedisRouter router,
            CacheStatistics caches,
            MeterRegistry registry,
            Clock clock) {
        return new VitalsWorker(
                redis,
                postgres,
                new CacheWatch(caches),
                new CommandWatch(router.stats()),
                new VitalsMeters(registry),
                clock);
    }

    @Produces
    @Singleton
    RedisWatch redisWatch(Vertx vertx, RedisRouter router, RouterOptions options, VitalsConfig config, Clock clock) {
        if (config.username().isEmpty()) {
            return RedisWatch.withoutUser(router, clock);
        }
        var asVitals = RedisRouter.open(
                vertx,
                options.withCredentials(() -> credentials(config)).withConnectionsMax(CONNECTIONS_MAX),
                node -> NodeGuard.NONE);
        return RedisWatch.as(asVitals, router::guardOf, clock);
    }

    @Produces
    @Singleton
    PostgresWatch postgresWatch(InjectableInstance<Pool> pools, MeterRegistry registry, Clock clock, Config config) {
        int poolMax = config.getOptionalValue("quarkus.datasource.reactive.max-size", Integer.class)
                .orElse(QUARKUS_POOL_MAX);
        var pool = pools.listActive().stream().findFirst().orElse(null);
        return new PostgresWatch(pool, poolMax, registry, clock);
    }

    void start(@Observes StartupEvent event, VitalsWorker worker, Vertx vertx) {
        worker.start(vertx);
    }

    /** Before its connections go, or it would call Redis and Postgres down while others do their last work. */
    void stop(@Observes ShutdownEvent event, VitalsWorker worker) {
        worker.close();
    }

    void stop(@Disposes VitalsWorker worker) {
        worker.close();
    }

    void stop(@Disposes RedisWatch redis) {
        redis.close();
    }

    private static Credentials credentials(VitalsConfig config) {
        return new Credentials(config.username().orElse(null), password(config));
    }

    private static @Nullable String password(VitalsConfig config) {
        if (config.passwordFile().isEmpty()) {
            return config.password().orElse(null);
        }
        try {
            return Files.readString(config.passwordFile().get()).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("hotstate.redis.vitals.password-file cannot be read", e);
        }
    }
}
