package dev.hotstate.monitor.read;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hotstate.monitor.result.MonitorState;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What people see of a monitor: its state, unless somebody has decided that it does not matter now. */
public enum ShownState {
    UP,
    /** The last check failed, which is not an incident yet. */
    CONFIRMING,
    DOWN,
    /** Nobody knows: never checked, not checked for long, or Redis does not answer. */
    UNKNOWN,
    /** In a maintenance window, whatever the checks say. */
    MAINTENANCE,
    /** Disabled. */
    PAUSED;

    private final String wire = name().toLowerCase(Locale.ROOT);

    @JsonValue
    public String wire() {
        return wire;
    }

    static ShownState of(boolean enabled, boolean inMaintenance, @Nullable MonitorState state) {
        if (!enabled) {
            return PAUSED;
        }
        if (inMaintenance) {
            return MAINTENANCE;
        }
        return switch (state) {
            case null -> UNKNOWN;
            case UP -> UP;
            case CONFIRMING -> CONFIRMING;
            case DOWN -> DOWN;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
