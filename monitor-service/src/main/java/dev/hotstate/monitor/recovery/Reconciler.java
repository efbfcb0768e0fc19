package dev.hotstate.monitor.recovery;

import static java.util.stream.Collectors.toMap;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.definition.MonitorStore;
import dev.hotstate.monitor.platform.PartitionBell;
import dev.hotstate.monitor.schedule.ScheduleStore;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Compares a partition with Postgres, in both directions, and repairs what differs: monitors that are not run, or not as
 * they are defined; monitors that are run and should not be; incidents that one of them lost. A suspicion is looked up in Postgres
 * once more before anything is done about it, as both sides change while they are read.
 */
@Singleton
class Reconciler {

    private static final Logger LOG = Logger.getLogger(Reconciler.class);
    private static final String BEFORE_ALL_IDS = "";

    private final MonitorStore monitors;
    private final ScheduleStore schedule;
    private final IncidentRestorer incidents;
    private final UntoldOutages outages;
    private final RecoveryStore redis;
    private final RecoveryMetrics metrics;
    private final PartitionBell bell;
    private final int page;

    Reconciler(
            MonitorStore monitors,
            ScheduleStore schedule,
            IncidentRestorer incidents,
            UntoldOutages outages,
            RecoveryStore redis,
            RecoveryMetrics metrics,
            PartitionBell bell,
            RecoveryConfig config) {
        this.bell = bell;
        this.monitors = monitors;
        this.schedule = schedule;
        this.incidents = incidents;
        this.outages = outages;
        this.redis = redis;
        this.metrics = metrics;
        this.page = config.page();
    }

    Uni<Void> reconcile(Partition partition) {
        long begunNanos = System.nanoTime();
        return wanted(partition, BEFORE_ALL_IDS, new HashMap<>())
                .call(wanted -> redis.view(partition).chain(view -> repair(partition, wanted, view)))
                .call(() -> incidents.restore(partition).invoke(restored -> note(partition, "incident", restored)))
                .call(wanted -> outages.tell(partition, wanted.keySet()).invoke(told -> noteUntold(partition, told)))
                .invoke(() -> metrics.compared(begunNanos))
                .replaceWithVoid();
    }

    private void noteUntold(Partition partition, long told) {
        note(partition, "untold", told);
        if (told > 0) {
            bell.ring(PartitionBell.Reason.TRANSITION, List.of(partition));
        }
    }

    private Uni<Map<String, WantedMonitor>> wanted(
            Partition partition, String afterId, Map<String, WantedMonitor> soFar) {
        return monitors.enabledPage(partition, afterId, page).chain(found -> {
            found.forEach(monitor -> soFar.put(monitor.id(), wanted(monitor)));
            return found.size() < page
                    ? Uni.createFrom().item(soFar)
                    : wanted(partition, found.getLast().id(), soFar);
        });
    }

    private static WantedMonitor wanted(Monitor monitor) {
        var push = monitor.spec().push();
        var grace = push == null ? Duration.ZERO : push.grace();
        return new WantedMonitor(
                monitor.id(), monitor.version(), monitor.spec().interval().plus(grace));
    }

    private Uni<Void> repair(Partition partition, Map<String, WantedMonitor> wanted, PartitionView view) {
        return enroll(partition, DriftPolicy.neglected(wanted, view))
                .chain(() -> withdraw(partition, DriftPolicy.orphaned(wanted.keySet(), view), view));
    }

    private Uni<Void> enroll(Partition partition, List<String> neglected) {
        if (neglected.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return monitors.find(neglected)
                .map(found -> found.stream().filter(Monitor::enabled).toList())
                .chain(enabled -> schedule.enrollIn(partition, enabled, false))
                .invoke(changed -> note(partition, "neglected", changed))
                .replaceWithVoid();
    }

    private Uni<Void> withdraw(Partition partition, List<String> orphaned, PartitionView view) {
        if (orphaned.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return monitors.find(orphaned)
                .map(found -> found.stream().collect(toMap(Monitor::id, Function.identity())))
                .chain(known -> {
                    var orphans = new ArrayList<>(orphaned);
                    orphans.removeIf(
                            id -> known.containsKey(id) && known.get(id).enabled());
                    note(partition, "orphaned", orphans.size());
                    return withdrawAll(orphans, known, view);
                });
    }

    private Uni<Void> withdrawAll(List<String> orphans, Map<String, Monitor> known, PartitionView view) {
        return Multi.createFrom()
                .iterable(orphans)
                .onItem()
                .transformToUniAndConcatenate(id -> {
                    var disabled = known.get(id);
                    int version = disabled == null ? view.versions().getOrDefault(id, 0) : disabled.version();
                    return schedule.withdraw(id, version, disabled == null ? "deleted" : "disabled");
                })
                .collect()
                .last()
                .replaceWithVoid();
    }

    private void note(Partition partition, String kind, long count) {
        if (count > 0) {
            metrics.drift(kind, count);
            LOG.infof("Repaired %d %s in %s", count, kind, partition);
        }
    }
}
