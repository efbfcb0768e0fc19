package dev.hotstate.monitor.retention;

import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.worker.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Removes what has been kept long enough. */
@Singleton
class RetentionWorker {

    private static final Logger LOG = Logger.getLogger(RetentionWorker.class);
    private static final Duration PERIOD = Duration.ofMinutes(10);
    static final int ROWS_PER_STATEMENT = 2_000;

    private final Iterable<AgingRows> kinds;
    private final BooleanSupplier isOurs;
    private final Clock clock;
    private final Vertx vertx;
    private final MeterRegistry meters;
    private @Nullable Ticker ticker;

    @Inject
    RetentionWorker(
            Instance<AgingRows> kinds,
            PartitionOwnership ownership,
            Partitions partitions,
            Clock clock,
            Vertx vertx,
            MeterRegistry meters) {
        this(kinds, () -> ownership.owns(partitions.at(0)), clock, vertx, meters);
    }

    /** @param isOurs whether it is us who does it for all instances */
    RetentionWorker(Iterable<AgingRows> kinds, BooleanSupplier isOurs, Clock clock, Vertx vertx, MeterRegistry meters) {
        this.kinds = kinds;
        this.isOurs = isOurs;
        this.clock = clock;
        this.vertx = vertx;
        this.meters = meters;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Removing what is old", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** One kind after the other; one that fails holds up no other. */
    Uni<Void> tick() {
        if (!isOurs.getAsBoolean()) {
            return Uni.createFrom().voidItem();
        }
        return Multi.createFrom()
                .iterable(kinds)
                .onItem()
                .transformToUniAndConcatenate(this::removeOld)
                .onItem()
                .ignoreAsUni();
    }

    private Uni<Void> removeOld(AgingRows kind) {
        var before = clock.instant().minus(kind.keep());
        return Multi.createBy()
                .repeating()
                .uni(() -> kind.removal()
                        .removeBefore(before, ROWS_PER_STATEMENT)
                        .invoke(rows -> removed(kind).increment(rows)))
                .whilst(rows -> rows == ROWS_PER_STATEMENT)
                .onItem()
                .ignoreAsUni()
                .onFailure()
                .invoke(failure -> LOG.warnf("Old %s could not be removed: %s", kind.name(), failure.getMessage()))
                .onFailure()
                .recoverWithNull();
    }

    private Counter removed(AgingRows kind) {
        return Counter.builder("monitor.retention.removed")
                .description("Rows removed because they have been kept long enough")
                .tag("kind", kind.name())
                .register(meters);
    }
}
