package dev.hotstate.driver.claim;

/** What hold_driver says. */
enum HoldWord {
    HELD,
    ENDED,
    OUTDATED,
    UNKNOWN
}
