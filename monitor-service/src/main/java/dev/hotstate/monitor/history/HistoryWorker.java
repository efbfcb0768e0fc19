package dev.hotstate.monitor.history;

import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** Flushes the partitions that are ours, one after the other, so that all had their turn once per interval. */
@Singleton
class HistoryWorker {

    private final HistoryFlusher flusher;
    private final PartitionOwnership ownership;
    private final Partitions partitions;
    private final HistoryConfig config;
    private final HistoryMetrics metrics;
    private final Vertx vertx;
    private final List<AutoCloseable> running = new ArrayList<>();
    private int next;

    HistoryWorker(
            HistoryFlusher flusher,
            PartitionOwnership ownership,
            Partitions partitions,
            HistoryConfig config,
            HistoryMetrics metrics,
            Vertx vertx) {
        this.flusher = flusher;
        this.ownership = ownership;
        this.partitions = partitions;
        this.config = config;
        this.metrics = metrics;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        running.add(ownership.onLost(partition -> {
            flusher.forget(partition);
            return Uni.createFrom().voidItem();
        }));
        running.add(Ticker.every(
                vertx, config.flushInterval().dividedBy(Partitions.COUNT), "Flushing the history", this::flushNext));
    }

    void stop(@Observes ShutdownEvent event) throws Exception {
        for (var one : running) {
            one.close();
        }
    }

    /** Every partition has its turn, ours or not: it need not be remembered which were flushed when others come and go. */
    Uni<Void> flushNext() {
        var partition = partitions.at(next);
        next = (next + 1) % Partitions.COUNT;
        return flushIfOurs(partition);
    }

    private Uni<Void> flushIfOurs(Partition partition) {
        return ownership.owns(partition)
                ? metrics.timed(() -> flusher.flush(partition))
                : Uni.createFrom().voidItem();
    }
}
