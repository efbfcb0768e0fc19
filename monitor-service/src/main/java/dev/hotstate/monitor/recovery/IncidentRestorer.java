package dev.hotstate.monitor.recovery;

import static java.util.stream.Collectors.toSet;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.definition.MonitorStore;
import dev.hotstate.monitor.incident.OpenIncident;
import dev.hotstate.monitor.incident.OpenIncidents;
import dev.hotstate.monitor.result.LostOutage;
import dev.hotstate.monitor.result.RestoreOutcome;
import dev.hotstate.monitor.result.ResultStore;
import dev.hotstate.monitor.schedule.ScheduleStore;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Brings back incidents that are open in Postgres and unknown in Redis.
 *
 * <p>An incident is closed in Postgres first and then forgotten in Redis. So one that is missing in Redis and, read after
 * that, still open in Postgres was lost, whatever else goes on.
 */
@Singleton
class IncidentRestorer {

    private final OpenIncidents open;
    private final MonitorStore monitors;
    private final RecoveryStore redis;
    private final ResultStore results;
    private final ScheduleStore schedule;

    IncidentRestorer(
            OpenIncidents open,
            MonitorStore monitors,
            RecoveryStore redis,
            ResultStore results,
            ScheduleStore schedule) {
        this.open = open;
        this.monitors = monitors;
        this.redis = redis;
        this.results = results;
        this.schedule = schedule;
    }

    /** Gives how many were lost. */
    Uni<Long> restore(Partition partition) {
        return open.of(partition.number())
                .map(IncidentRestorer::monitorsOf)
                .chain(candidates -> candidates.isEmpty()
                        ? Uni.createFrom().item(Set.<String>of())
                        : redis.withoutIncident(candidates))
                .chain(missing -> missing.isEmpty() ? Uni.createFrom().item(0L) : restore(partition, missing));
    }

    private Uni<Long> restore(Partition partition, Set<String> missing) {
        return open.of(partition.number())
                .map(incidents -> incidents.stream()
                        .filter(incident -> missing.contains(incident.monitorId()))
                        .toList())
                .chain(lost -> monitors.find(monitorsOf(lost))
                        .map(IncidentRestorer::byId)
                        .chain(known -> restore(lost, known)));
    }

    private Uni<Long> restore(List<OpenIncident> lost, Map<String, Monitor> known) {
        return Multi.createFrom()
                .iterable(lost)
                .filter(incident -> known.containsKey(incident.monitorId()))
                .onItem()
                .transformToUniAndConcatenate(incident -> restore(incident, known.get(incident.monitorId())))
                .filter(outcome -> outcome == RestoreOutcome.RESTORED)
                .collect()
                .with(Collectors.counting());
    }

    /** One whose monitor was disabled meanwhile has only to be ended. */
    private Uni<RestoreOutcome> restore(OpenIncident incident, Monitor monitor) {
        var lost = new LostOutage(monitor.id(), incident.id(), incident.firstFailureAt(), incident.begunAt());
        return results.restore(
                        lost, monitor.spec().failureThreshold(), monitor.spec().recoveryThreshold())
                .call(outcome -> monitor.enabled()
                        ? Uni.createFrom().voidItem()
                        : schedule.withdraw(monitor.id(), monitor.version(), "disabled"));
    }

    private static Set<String> monitorsOf(List<OpenIncident> incidents) {
        return incidents.stream().map(OpenIncident::monitorId).collect(toSet());
    }

    private static Map<String, Monitor> byId(List<Monitor> found) {
        return found.stream().collect(Collectors.toMap(Monitor::id, Function.identity()));
    }
}
