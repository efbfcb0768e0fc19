package dev.hotstate.driver.sweep;

/** What lapse_driver says. */
enum LapseWord {
    OFFLINE,
    ALIVE,
    UNAVAILABLE,
    UNKNOWN
}
