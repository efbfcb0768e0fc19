package dev.hotstate.monitor.maintenance;

import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.maintenance.MaintenanceSchedule.Occurrence;
import dev.hotstate.monitor.maintenance.MaintenanceSchedule.Once;
import dev.hotstate.monitor.maintenance.MaintenanceSchedule.Weekly;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * @param state active, scheduled or ended
 * @param monitors those of the ids that still exist, with their names
 * @param current the opening that is going on
 * @param next the first one after now
 */
@Schema(name = "Maintenance")
record MaintenanceView(
        String id,
        String name,
        String state,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable WeeklyView weekly,
        List<String> monitorIds,
        List<CoveredMonitor> monitors,
        List<String> tags,
        @Nullable Occurrence current,
        @Nullable Occurrence next,
        Instant createdAt,
        String createdBy) {

    record WeeklyView(List<DayOfWeek> days, String start, Duration duration, String zone) {}

    record CoveredMonitor(String id, String name) {}

    static MaintenanceView of(MaintenanceWindow window, List<Monitor> covered, Instant now) {
        var current = window.schedule().activeAt(now).orElse(null);
        var next = window.schedule().nextAfter(now).orElse(null);
        var once = window.schedule() instanceof Once only ? only : null;
        return new MaintenanceView(
                window.id(),
                window.name(),
                current != null ? "active" : next != null ? "scheduled" : "ended",
                once == null ? null : once.from(),
                once == null ? null : once.to(),
                window.schedule() instanceof Weekly weekly ? weekly(weekly) : null,
                window.monitorIds().stream().sorted().toList(),
                covered.stream()
                        .map(monitor -> new CoveredMonitor(monitor.id(), monitor.name()))
                        .sorted(Comparator.comparing(CoveredMonitor::name))
                        .toList(),
                window.tags().stream().sorted().toList(),
                current,
                next,
                window.createdAt(),
                window.createdBy());
    }

    private static WeeklyView weekly(Weekly weekly) {
        return new WeeklyView(
                weekly.days().stream().sorted().toList(),
                weekly.start().toString(),
                weekly.duration(),
                weekly.zone().getId());
    }
}
