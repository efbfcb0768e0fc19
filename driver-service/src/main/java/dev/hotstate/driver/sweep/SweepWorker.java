package dev.hotstate.driver.sweep;

import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Lets every instance sweep, again and again. */
@Singleton
final class SweepWorker {

    private final Sweeper sweeper;
    private final Vertx vertx;
    private final SweepConfig config;
    private @Nullable Ticker ticker;

    SweepWorker(Sweeper sweeper, Vertx vertx, SweepConfig config) {
        this.sweeper = sweeper;
        this.vertx = vertx;
        this.config = config;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.period(), "Sweep of cells", sweeper::sweep);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }
}
