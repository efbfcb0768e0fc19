package dev.hotstate.driver.geofence;

/** What remind_fences says. */
enum RemindWord {
    REMINDED,
    KNOWN
}
