package dev.hotstate.monitor.schedule;

/** Status words of {@code enroll_monitors.lua}. */
enum EnrollWord {
    ENROLLED
}
