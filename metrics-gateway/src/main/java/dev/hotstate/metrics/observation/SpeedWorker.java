package dev.hotstate.metrics.observation;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.worker.Ticker;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says how many requests the second before this one had, over all instances, and keeps the largest. Every instance does it: they
 * all read the same second.
 */
@Singleton
final class SpeedWorker {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final RedisRouter router;
    private final MaxStore maxima;
    private final MetricsKeys keys;
    private final Clock clock;
    private final Vertx vertx;
    private @Nullable Ticker ticker;

    SpeedWorker(RedisRouter router, MaxStore maxima, MetricsKeys keys, Clock clock, Vertx vertx) {
        this.router = router;
        this.maxima = maxima;
        this.keys = keys;
        this.clock = clock;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, SECOND, "Telling the speed", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        long second = clock.instant().getEpochSecond() - 1;
        return router.send(Command.of("GET").key(keys.ofSecond(second)))
                .map(reply -> reply.isNil() ? 0 : reply.integer())
                .chain(this::tell);
    }

    private Uni<Void> tell(long speed) {
        var current = Command.of("SET")
                .key(keys.requests("speed_per_second"))
                .arg(speed)
                .idempotent();
        return router.send(current)
                .chain(() -> maxima.keep(keys.requests("max_speed_per_second"), speed))
                .replaceWithVoid();
    }
}
