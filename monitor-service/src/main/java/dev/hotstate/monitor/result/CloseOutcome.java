package dev.hotstate.monitor.result;

/** Status words of {@code close_incident.lua}. */
public enum CloseOutcome {
    CLOSED,
    /** It went on meanwhile, or there is another one. */
    OTHER,
    GONE
}
