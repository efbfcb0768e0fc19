package dev.hotstate.monitor.incident;

import dev.hotstate.monitor.probe.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * @param state open or resolved
 * @param firstFailureAt when the outage began
 * @param openedAt when it counted as an incident, after retries and threshold
 * @param duration from the first failure to the end, or until now
 * @param muted nobody was told yet, because of maintenance
 * @param timeline only where one incident is asked for
 */
@Schema(name = "Incident")
record IncidentView(
        String id,
        String monitorId,
        String monitorName,
        String state,
        Instant firstFailureAt,
        Instant openedAt,
        @Nullable Instant resolvedAt,
        Duration duration,
        Reason reason,
        int statusCode,
        String message,
        int reopenedTimes,
        boolean muted,
        @Nullable Instant acknowledgedAt,
        @Nullable String acknowledgedBy,
        @Nullable List<IncidentEvent> timeline) {

    static IncidentView of(NamedIncident named, Instant now) {
        return of(named, now, null);
    }

    static IncidentView of(NamedIncident named, Instant now, @Nullable List<IncidentEvent> timeline) {
        var incident = named.incident();
        var end = incident.resolvedAt() == null ? now : incident.resolvedAt();
        return new IncidentView(
                incident.id(),
                incident.monitorId(),
                named.monitorName(),
                incident.isOpen() ? "open" : "resolved",
                incident.firstFailureAt(),
                incident.openedAt(),
                incident.resolvedAt(),
                Duration.between(incident.firstFailureAt(), end),
                incident.reason(),
                incident.statusCode(),
                incident.message(),
                incident.round(),
                incident.muted(),
                incident.acknowledgedAt(),
                incident.acknowledgedBy(),
                timeline);
    }
}
