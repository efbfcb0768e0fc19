package dev.hotstate.driver.geofence;

/** What cross_fences says. */
enum CrossWord {
    CROSSED,
    STILL,
    OUTDATED,
    UNKNOWN
}
