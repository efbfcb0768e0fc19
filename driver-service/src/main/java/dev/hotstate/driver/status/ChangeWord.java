package dev.hotstate.driver.status;

/** What change_status says. */
enum ChangeWord {
    CHANGED,
    CLAIMED,
    UNKNOWN
}
