package dev.hotstate.driver.geofence;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** All fences as of a moment ago, in memory: points are compared with them many thousand times a second. */
@Singleton
class Fences {

    private final FenceStore store;
    private final CellGrid grid;
    private final GeofenceConfig config;
    private final Vertx vertx;
    private volatile FenceIndex index = FenceIndex.EMPTY;
    private @Nullable Ticker ticker;

    Fences(FenceStore store, CellGrid grid, GeofenceConfig config, Vertx vertx) {
        this.store = store;
        this.grid = grid;
        this.config = config;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.refresh(), "Reading the geofences", this::refresh);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    FenceIndex index() {
        return index;
    }

    Uni<Void> refresh() {
        return store.version()
                .chain(version -> version == index.version()
                        ? Uni.createFrom().voidItem()
                        : store.all(config.max())
                                .invoke(fences -> index = FenceIndex.of(fences, grid, version))
                                .replaceWithVoid());
    }
}
