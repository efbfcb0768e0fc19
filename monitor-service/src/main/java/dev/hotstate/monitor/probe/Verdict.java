package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

public enum Verdict {
    UP,
    DOWN,
    /** Nothing was learned about the target; counts neither as up nor as down. */
    UNKNOWN;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As it stands in Redis, Postgres and JSON. */
    @JsonValue
    public String wire() {
        return wire;
    }

    @JsonCreator
    public static Verdict ofWire(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
