package dev.hotstate.metrics.observation;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
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
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Says how many requests a second had, over all instances, as soon as services have told of them, and keeps the largest. Every
 * instance does it: they all read the same seconds. Each is looked at many times: who was away tells later, and a look may come
 * late, too.
 */
@Singleton
final class SpeedWorker {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final RedisRouter router;
    private final MaxStore maxima;
    private final MetricsKeys keys;
    private final Clock clock;
    private final Vertx vertx;
    private final RecordingConfig config;
    private @Nullable Ticker ticker;

    SpeedWorker(
            RedisRouter router, MaxStore maxima, MetricsKeys keys, Clock clock, Vertx vertx, RecordingConfig config) {
        this.router = router;
        this.maxima = maxima;
        this.keys = keys;
        this.clock = clock;
        this.vertx = vertx;
        this.config = config;
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
        long present = clock.instant().getEpochSecond();
        var seconds = LongStream.range(0, Figures.SPEED_SECONDS)
                .mapToObj(ago -> Command.of("GET").key(keys.ofSecond(present - ago)))
                .toList();
        return router.sendAll(seconds, config.deadline())
                .chain(found -> tellLargest(found).chain(() -> tell(found)));
    }

    /** Of those that can be read. */
    private Uni<Void> tellLargest(List<Outcome> seconds) {
        long largest = seconds.stream()
                .mapToLong(second -> second instanceof Outcome.Replied replied ? number(replied.reply()) : 0)
                .max()
                .orElse(0);
        return maxima.keep(keys.requests("max_speed_per_second"), largest).replaceWithVoid();
    }

    private Uni<Void> tell(List<Outcome> seconds) {
        var second = seconds.get((int) config.speedDelay().toSeconds());
        var current = Command.of("SET")
                .key(keys.requests("speed_per_second"))
                .arg(number(second.orThrow()))
                .idempotent();
        return router.send(current).replaceWithVoid();
    }

    private static long number(Reply reply) {
        return reply.isNil() ? 0 : reply.integer();
    }
}
