package dev.hotstate.monitor.incident;

import dev.hotstate.monitor.probe.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An outage of one monitor.
 *
 * @param openedAt when it counted as one, after retries and threshold
 * @param round how often it was reopened
 * @param muted the alert of its last opening was held back
 */
public record Incident(
        String id,
        String monitorId,
        Instant firstFailureAt,
        Instant openedAt,
        @Nullable Instant resolvedAt,
        Reason reason,
        int statusCode,
        String message,
        int round,
        boolean muted,
        int reminders,
        @Nullable Instant acknowledgedAt,
        @Nullable String acknowledgedBy) {

    public boolean isOpen() {
        return resolvedAt == null;
    }
}
