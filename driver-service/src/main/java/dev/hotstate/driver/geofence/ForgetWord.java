package dev.hotstate.driver.geofence;

/** What forget_crossings says. */
enum ForgetWord {
    FORGOTTEN
}
