package dev.hotstate.monitor.delivery;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

public enum DeliveryState {
    PENDING,
    SENT,
    /** Given up, until somebody sends it again. */
    DEAD,
    /** Not told, because of maintenance. */
    MUTED;

    @JsonValue
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static DeliveryState ofWire(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
