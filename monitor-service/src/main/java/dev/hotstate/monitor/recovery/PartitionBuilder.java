package dev.hotstate.monitor.recovery;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.definition.MonitorStore;
import dev.hotstate.monitor.schedule.ScheduleStore;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Builds a partition of which Redis knows nothing, or too little: first the open incidents, then the monitors in pages, and
 * last the epoch, which opens it. Interrupted or repeated, it does what is still to be done.
 */
@Singleton
class PartitionBuilder {

    private static final String BEFORE_ALL_IDS = "";

    private final IncidentRestorer incidents;
    private final MonitorStore monitors;
    private final ScheduleStore schedule;
    private final RecoveryStore redis;
    private final RecoveryMetrics metrics;
    private final int page;

    PartitionBuilder(
            IncidentRestorer incidents,
            MonitorStore monitors,
            ScheduleStore schedule,
            RecoveryStore redis,
            RecoveryMetrics metrics,
            RecoveryConfig config) {
        this.incidents = incidents;
        this.monitors = monitors;
        this.schedule = schedule;
        this.redis = redis;
        this.metrics = metrics;
        this.page = config.page();
    }

    /**
     * @param fence   of our lease, taken before anything was looked at: what FLUSHALL takes away meanwhile, it takes with the lease
     * @param process of Redis that serves it: another one may lack what was written before
     */
    Uni<Void> build(Partition partition, long fence, String process) {
        long begunNanos = System.nanoTime();
        return incidents
                .restore(partition)
                .chain(() -> enrollFrom(partition, BEFORE_ALL_IDS))
                .chain(() -> redis.open(partition, fence, process))
                .invoke(outcome -> {
                    switch (outcome) {
                        case OPENED -> {}
                        case STALE -> throw new IllegalStateException("its lease ended meanwhile");
                        case ANOTHER -> throw new IllegalStateException("another process of Redis serves it now");
                    }
                })
                .replaceWithVoid()
                .invoke(() -> metrics.built(begunNanos));
    }

    private Uni<Void> enrollFrom(Partition partition, String afterId) {
        return monitors.enabledPage(partition, afterId, page)
                .chain(found -> schedule.enrollIn(partition, found, false)
                        .chain(() -> isLast(found)
                                ? Uni.createFrom().voidItem()
                                : enrollFrom(partition, found.getLast().id())));
    }

    private boolean isLast(List<Monitor> found) {
        return found.size() < page;
    }
}
