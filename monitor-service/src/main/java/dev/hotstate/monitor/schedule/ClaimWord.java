package dev.hotstate.monitor.schedule;

/** Status words of {@code claim_due.lua}. */
enum ClaimWord {
    CLAIMED,
    IDLE,
    /** The partition is not built (again) yet. */
    UNBUILT,
    /** State changes wait for their consumer; results are still taken. */
    CONGESTED
}
