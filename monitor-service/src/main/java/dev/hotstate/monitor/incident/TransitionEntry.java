package dev.hotstate.monitor.incident;

import dev.hotstate.monitor.alert.Transition;
import dev.hotstate.monitor.platform.OneLine;
import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.Reason;
import java.time.Instant;
import java.util.Map;

/**
 * One entry of the transition stream.
 *
 * @param entryId unique within the stream and the same each time it is read
 */
record TransitionEntry(
        String entryId,
        Transition type,
        String monitorId,
        String incidentId,
        Instant at,
        Instant firstFailureAt,
        Reason reason,
        int statusCode,
        String message) {

    /** @throws IllegalArgumentException if this is no entry that any version of the commit script wrote */
    static TransitionEntry read(String entryId, Map<String, String> fields) {
        return new TransitionEntry(
                entryId,
                Transition.ofWire(required(fields, "type")),
                required(fields, "monitor"),
                required(fields, "incident"),
                instant(required(fields, "at")),
                instant(required(fields, "first_failure_at")),
                Reason.ofWire(fields.getOrDefault("reason", Reason.OK.wire())),
                Integer.parseInt(fields.getOrDefault("status_code", "0")),
                OneLine.of(fields.getOrDefault("message", ""), ProbeResult.MESSAGE_LENGTH_MAX));
    }

    private static Instant instant(String millis) {
        return Instant.ofEpochMilli(Long.parseLong(millis));
    }

    private static String required(Map<String, String> fields, String name) {
        var value = fields.get(name);
        if (value == null || value.isEmpty() || !OneLine.isOneLine(value)) {
            throw new IllegalArgumentException("has no field " + name + ", or one that can't be stored");
        }
        return value;
    }
}
