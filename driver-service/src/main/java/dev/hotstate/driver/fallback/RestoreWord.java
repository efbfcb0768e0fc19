package dev.hotstate.driver.fallback;

/** What restore_driver says. */
enum RestoreWord {
    RESTORED,
    KNOWN,
    LAPSED
}
