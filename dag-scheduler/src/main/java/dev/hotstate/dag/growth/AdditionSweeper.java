package dev.hotstate.dag.growth;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Carries on what a crash left between storing an addition and confirming it. */
@Singleton
class AdditionSweeper {

    private static final Logger LOG = Logger.getLogger(AdditionSweeper.class);
    private static final Duration PERIOD = Duration.ofSeconds(2);
    /** Who stored it a moment ago is still at it. */
    private static final Duration AGE_MIN = Duration.ofSeconds(5);

    private static final int ADDITIONS_PER_TICK = 100;
    private static final int AT_ONCE = 4;

    private final AdditionStore store;
    private final Growth growth;
    private final PartitionOwnership ownership;
    private final DagKeys keys;
    private final Clock clock;
    private final Vertx vertx;
    private @Nullable Ticker ticker;

    AdditionSweeper(
            AdditionStore store, Growth growth, PartitionOwnership ownership, DagKeys keys, Clock clock, Vertx vertx) {
        this.store = store;
        this.growth = growth;
        this.ownership = ownership;
        this.keys = keys;
        this.clock = clock;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Additions that a crash left over", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        return store.open(clock.instant().minus(AGE_MIN), ADDITIONS_PER_TICK)
                .chain(leftOver -> Multi.createFrom()
                        .iterable(leftOver)
                        .filter(addition ->
                                ownership.owns(keys.partitionOf(addition.adder().job())))
                        .onItem()
                        .transformToUni(this::carryOn)
                        .merge(AT_ONCE)
                        .collect()
                        .asList())
                .replaceWithVoid();
    }

    private Uni<Void> carryOn(Addition addition) {
        return growth.carryOut(addition)
                .invoke(() ->
                        LOG.infof("Added %d tasks for %s, which a crash left over", addition.tasks(), addition.adder()))
                .onFailure()
                .invoke(failure ->
                        LOG.debugf("the tasks of %s are not added: %s", addition.adder(), failure.getMessage()))
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }
}
