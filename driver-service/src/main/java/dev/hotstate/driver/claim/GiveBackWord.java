package dev.hotstate.driver.claim;

/** What give_back_driver says. */
enum GiveBackWord {
    RELEASED,
    OUTDATED,
    UNKNOWN
}
