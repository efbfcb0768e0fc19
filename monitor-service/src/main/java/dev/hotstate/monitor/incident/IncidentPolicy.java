package dev.hotstate.monitor.incident;

import java.util.Optional;

/**
 * Decides what a transition changes, given what Postgres knows. Redis may have forgotten (FLUSHALL, a lost failover tail) and
 * the stream may repeat itself; the outcome is one incident per outage and no alert twice.
 */
final class IncidentPolicy {

    private IncidentPolicy() {}

    /**
     * @param same the incident of that id
     * @param open the open incident of the monitor, which may be the same
     */
    static IncidentChange decide(TransitionEntry entry, Optional<Incident> same, Optional<Incident> open) {
        return switch (entry.type()) {
            case OPENED, REOPENED -> begin(entry, same, open);
            case RESOLVED -> end(entry, same, open);
            case REMINDER -> new IncidentChange.Nothing();
        };
    }

    private static IncidentChange begin(TransitionEntry entry, Optional<Incident> same, Optional<Incident> open) {
        if (open.isPresent()) {
            return open.get().id().equals(entry.incidentId())
                    ? new IncidentChange.Nothing()
                    : new IncidentChange.Continue(open.get());
        }
        if (same.isEmpty()) {
            return new IncidentChange.Open();
        }
        var resolvedAt = same.get().resolvedAt();
        return resolvedAt != null && entry.at().isBefore(resolvedAt)
                ? new IncidentChange.Nothing()
                : new IncidentChange.Reopen(same.get());
    }

    /** The target is up now: whatever incident began before that is over, also one that Redis knows under another id. */
    private static IncidentChange end(TransitionEntry entry, Optional<Incident> same, Optional<Incident> open) {
        if (open.isPresent() && !open.get().openedAt().isAfter(entry.at())) {
            return new IncidentChange.Resolve(open.get());
        }
        return same.isPresent() || open.isPresent() ? new IncidentChange.Nothing() : new IncidentChange.Record();
    }
}
