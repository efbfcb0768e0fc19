package dev.hotstate.monitor.incident;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One line of an incident's timeline.
 *
 * @param actor who did it; null for the service itself
 * @param text what is worth saying besides: the message of the check, somebody's note
 */
@Schema(name = "IncidentEvent")
public record IncidentEvent(
        @JsonIgnore String incidentId,
        Instant at,
        Type type,
        @Nullable String actor,
        String text) {

    /** What happened. */
    @Schema(name = "IncidentEventType")
    public enum Type {
        OPENED,
        RESOLVED,
        REOPENED,
        /** The same outage under a new id, after Redis had lost the old one. */
        CONTINUED,
        /** The maintenance that had held back its alert is over. */
        UNMUTED,
        REMINDED,
        ACKNOWLEDGED,
        NOTE;

        private final String wire = name().toLowerCase(Locale.ROOT);

        @JsonValue
        public String wire() {
            return wire;
        }

        static Type ofWire(String wire) {
            return valueOf(wire.toUpperCase(Locale.ROOT));
        }
    }
}
