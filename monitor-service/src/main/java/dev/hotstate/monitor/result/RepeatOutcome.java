package dev.hotstate.monitor.result;

/** Status words of {@code repeat_outage.lua}. */
public enum RepeatOutcome {
    REPEATED,
    /** It has ended, or there is another one. */
    OVER
}
