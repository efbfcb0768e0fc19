package dev.hotstate.monitor.maintenance;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * A window and what it is for.
 *
 * @param monitorIds the monitors that it covers by id
 * @param tags and those it covers by any of these tags; with neither, it covers all
 */
public record MaintenanceWindow(
        String id,
        String name,
        MaintenanceSchedule schedule,
        Set<String> monitorIds,
        Set<String> tags,
        Instant createdAt,
        String createdBy) {

    public MaintenanceWindow {
        monitorIds = Set.copyOf(monitorIds);
        tags = Set.copyOf(tags);
    }

    public boolean covers(String monitorId, Collection<String> monitorTags) {
        if (monitorIds.isEmpty() && tags.isEmpty()) {
            return true;
        }
        return monitorIds.contains(monitorId) || !Collections.disjoint(tags, monitorTags);
    }

    public boolean mutes(String monitorId, Collection<String> monitorTags, Instant at) {
        return covers(monitorId, monitorTags) && schedule.activeAt(at).isPresent();
    }

    /** Whether any of the windows mutes the monitor at that time. */
    public static boolean anyMutes(
            List<MaintenanceWindow> windows, String monitorId, Collection<String> monitorTags, Instant at) {
        return windows.stream().anyMatch(window -> window.mutes(monitorId, monitorTags, at));
    }
}
