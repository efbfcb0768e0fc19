package dev.hotstate.monitor.recovery;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds what is suspicious about a partition. Both sides are read while they change, so each suspicion is looked up again
 * before anything is done about it.
 */
final class DriftPolicy {

    /** A lease may take this long, and more than its interval a monitor never waits. */
    private static final Duration LEASE_MAX = Duration.ofMinutes(2);

    private DriftPolicy() {}

    /** Monitors that Redis does not run, or not as they are defined now, or not for much too long. */
    static List<String> neglected(Map<String, WantedMonitor> wanted, PartitionView view) {
        return wanted.values().stream()
                .filter(monitor -> isNeglected(monitor, view))
                .map(WantedMonitor::id)
                .toList();
    }

    /** Monitors that Redis runs and Postgres does not know, or has disabled. */
    static List<String> orphaned(Set<String> wanted, PartitionView view) {
        return view.monitors().stream().filter(id -> !wanted.contains(id)).toList();
    }

    private static boolean isNeglected(WantedMonitor monitor, PartitionView view) {
        var score = view.scores().get(monitor.id());
        var version = view.versions().get(monitor.id());
        if (score == null || version == null || version < monitor.version()) {
            return true;
        }
        return score - view.readAt() > monitor.waitMax().plus(LEASE_MAX).toMillis();
    }
}
