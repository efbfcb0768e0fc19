package dev.hotstate.driver.registry;

import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets Redis forget drivers that Postgres has erased, sooner or later also after a crash in between. */
@Singleton
class Erasure {

    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final int BATCH = 500;

    private final RegistryStore store;
    private final List<ForgetsDrivers> all;
    private final Vertx vertx;
    private @Nullable Ticker ticker;

    Erasure(RegistryStore store, @All List<ForgetsDrivers> all, Vertx vertx) {
        this.store = store;
        this.all = all;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Erasure of drivers in Redis", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        return store.erased(BATCH)
                .chain(drivers -> Multi.createFrom()
                        .iterable(drivers)
                        .onItem()
                        .transformToUniAndConcatenate(this::forget)
                        .onItem()
                        .ignoreAsUni());
    }

    Uni<Void> forget(long driver) {
        return Multi.createFrom()
                .iterable(all)
                .onItem()
                .transformToUniAndConcatenate(one -> one.forget(driver))
                .onItem()
                .ignoreAsUni()
                .chain(() -> store.forgotten(List.of(driver)));
    }
}
