package dev.hotstate.monitor.read;

import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.maintenance.MaintenanceCalendar;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Puts definitions, Redis and maintenance together. */
@Singleton
public class StatusReader {

    private final HotMonitors hot;
    private final Definitions definitions;
    private final MaintenanceCalendar calendar;

    StatusReader(HotMonitors hot, Definitions definitions, MaintenanceCalendar calendar) {
        this.hot = hot;
        this.definitions = definitions;
        this.calendar = calendar;
    }

    /** How these monitors are doing, those that exist, in that order. */
    public Uni<List<StatusView>> of(Collection<String> ids) {
        definitions.requireLoaded();
        return read(
                ids.stream().map(definitions::known).flatMap(Optional::stream).toList(), 0);
    }

    Uni<List<StatusView>> read(List<Monitor> monitors, int recent) {
        return hot.read(monitors.stream().map(Monitor::id).toList(), recent).map(found -> {
            var views = new ArrayList<StatusView>(monitors.size());
            for (int i = 0; i < monitors.size(); i++) {
                var monitor = monitors.get(i);
                views.add(StatusView.of(monitor, found.get(i), inMaintenance(monitor), recent > 0));
            }
            return views;
        });
    }

    boolean inMaintenance(Monitor monitor) {
        return calendar.covers(monitor.id(), monitor.spec().tags());
    }
}
