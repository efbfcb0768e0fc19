package dev.hotstate.driver.sweep;

/** What find_lapsed says. */
enum FindLapsedWord {
    LAPSED,
    QUIET
}
