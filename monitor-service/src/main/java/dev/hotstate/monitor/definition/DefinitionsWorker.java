package dev.hotstate.monitor.definition;

import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps the definitions of this instance up to date. */
@Singleton
final class DefinitionsWorker {

    /** Then it begins without, and refuses what it can't know yet. */
    private static final Duration FIRST_READING_MAX = Duration.ofSeconds(10);

    private final Definitions definitions;
    private final Vertx vertx;
    private final DefinitionConfig config;
    private @Nullable Ticker ticker;

    DefinitionsWorker(Definitions definitions, Vertx vertx, DefinitionConfig config) {
        this.definitions = definitions;
        this.vertx = vertx;
        this.config = config;
    }

    /** Who asks right after the start finds what is there. */
    void start(@Observes StartupEvent event) {
        tick().ifNoItem()
                .after(FIRST_READING_MAX)
                .fail()
                .onFailure()
                .recoverWithNull()
                .await()
                .indefinitely();
        ticker = Ticker.every(vertx, config.refresh(), "Refresh of definitions", this::tick);
    }

    Uni<Void> tick() {
        return definitions.refresh();
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }
}
