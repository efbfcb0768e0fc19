package dev.hotstate.metrics.connection;

import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps the number of open connections right also when nobody reports any more. */
@Singleton
final class ConnectionWorker {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ConnectionStore store;
    private final Vertx vertx;
    private @Nullable Ticker ticker;

    ConnectionWorker(ConnectionStore store, Vertx vertx) {
        this.store = store;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, SECOND, "Telling the open connections", store::look);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }
}
