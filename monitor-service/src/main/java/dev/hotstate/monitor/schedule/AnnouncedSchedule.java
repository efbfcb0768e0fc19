package dev.hotstate.monitor.schedule;

import static java.util.stream.Collectors.toSet;

import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.definition.MonitorSchedule;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.PartitionBell;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;

/** The schedule as administration changes it: all instances are told to look, so that none needs to look often. */
@Singleton
class AnnouncedSchedule implements MonitorSchedule {

    private final ScheduleStore store;
    private final MonitorKeys keys;
    private final PartitionBell bell;

    AnnouncedSchedule(ScheduleStore store, MonitorKeys keys, PartitionBell bell) {
        this.store = store;
        this.keys = keys;
        this.bell = bell;
    }

    @Override
    public Uni<Void> enroll(List<Monitor> monitors, boolean atOnce) {
        var touched =
                monitors.stream().map(monitor -> keys.partitionOf(monitor.id())).collect(toSet());
        return store.enroll(monitors, atOnce).invoke(() -> bell.ring(PartitionBell.Reason.DUE, touched));
    }

    @Override
    public Uni<Void> withdraw(String monitor, int version, String why) {
        return store.withdraw(monitor, version, why)
                .invoke(() -> bell.ring(PartitionBell.Reason.TRANSITION, Set.of(keys.partitionOf(monitor))));
    }

    @Override
    public Uni<Hastening> hasten(String monitor) {
        return store.hasten(monitor)
                .invoke(() -> bell.ring(PartitionBell.Reason.DUE, Set.of(keys.partitionOf(monitor))));
    }
}
