package dev.hotstate.monitor.alert;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What happened to an incident. */
public enum Transition {
    OPENED,
    RESOLVED,
    REOPENED,
    /** Nothing happened: it still is open. */
    REMINDER;

    private final String wire = name().toLowerCase(Locale.ROOT);

    @JsonValue
    public String wire() {
        return wire;
    }

    @JsonCreator
    public static Transition ofWire(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
