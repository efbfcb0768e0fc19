package dev.hotstate.monitor.schedule;

/** Status words of {@code hasten_check.lua}. */
enum HastenWord {
    HASTENED,
    /** A check is under way already. */
    RUNNING,
    /** The monitor is disabled, deleted, or not rebuilt yet. */
    GONE
}
