package dev.hotstate.driver.fallback;

import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Lets every instance watch over what Redis knows. */
@Singleton
final class RebuildWorker {

    private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

    private final Rebuild rebuild;
    private final Vertx vertx;
    private final FallbackConfig config;
    private @Nullable Ticker ticker;

    RebuildWorker(Rebuild rebuild, Vertx vertx, FallbackConfig config) {
        this.rebuild = rebuild;
        this.vertx = vertx;
        this.config = config;
    }

    /** Who asks right after the start finds what is there. */
    void start(@Observes StartupEvent event) {
        rebuild.watch()
                .ifNoItem()
                .after(FIRST_LOOK)
                .fail()
                .onFailure()
                .recoverWithNull()
                .await()
                .indefinitely();
        ticker = Ticker.every(vertx, config.watch(), "Bringing drivers back from Postgres", rebuild::watch);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }
}
