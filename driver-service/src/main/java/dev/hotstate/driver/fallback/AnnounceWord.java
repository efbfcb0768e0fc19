package dev.hotstate.driver.fallback;

/** What announce_build says. */
enum AnnounceWord {
    ANNOUNCED
}
