package dev.hotstate.monitor.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a monitor is doing: the field {@code state} of its status. Without a status: unknown. */
public enum MonitorState {
    UP,
    /** The last check failed, which is not an incident yet. */
    CONFIRMING,
    /** There is an open incident. */
    DOWN,
    UNKNOWN;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As it stands in Redis and JSON. */
    @JsonValue
    public String wire() {
        return wire;
    }

    public static MonitorState ofWire(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
