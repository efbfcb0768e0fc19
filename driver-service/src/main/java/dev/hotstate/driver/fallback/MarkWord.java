package dev.hotstate.driver.fallback;

/** What mark_built says. */
enum MarkWord {
    BUILT,
    LOST
}
