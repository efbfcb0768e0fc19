package dev.hotstate.driver.mirror;

import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Writes once a period, and a last time when the process is stopped in order. */
@Singleton
final class MirrorWorker {

    private static final Duration LAST_FLUSH = Duration.ofSeconds(5);

    private final Mirror mirror;
    private final Vertx vertx;
    private final MirrorConfig config;
    private @Nullable Ticker ticker;

    MirrorWorker(Mirror mirror, Vertx vertx, MirrorConfig config) {
        this.mirror = mirror;
        this.vertx = vertx;
        this.config = config;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.period(), "Writing drivers to Postgres", mirror::flush);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
        mirror.flush()
                .ifNoItem()
                .after(LAST_FLUSH)
                .fail()
                .onFailure()
                .recoverWithNull()
                .await()
                .indefinitely();
        mirror.lastWords();
    }
}
