package dev.hotstate.monitor.result;

/** Status words of {@code restore_incident.lua}. */
public enum RestoreOutcome {
    RESTORED,
    PRESENT
}
