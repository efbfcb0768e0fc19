package dev.hotstate.driver.fallback;

import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Writes down who went silent while nobody swept, or had been forgotten by Redis before: else Postgres would call them available for
 * ever. Only when searches without Redis leave them out anyway.
 */
@Singleton
final class SilentDriverWorker {

    private static final Duration PERIOD = Duration.ofMinutes(10);
    private static final int BATCH = 2_000;

    private final SilentDriverStore store;
    private final FallbackConfig config;
    private final Vertx vertx;
    private @Nullable Ticker ticker;

    SilentDriverWorker(SilentDriverStore store, FallbackConfig config, Vertx vertx) {
        this.store = store;
        this.config = config;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Writing down who has gone silent", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        return store.writeDown(config.ageMax(), BATCH)
                .chain(written -> written < BATCH ? Uni.createFrom().voidItem() : tick());
    }
}
