package dev.hotstate.monitor.schedule;

/** Status words of {@code release_claims.lua}. */
enum ReleaseWord {
    RELEASED
}
