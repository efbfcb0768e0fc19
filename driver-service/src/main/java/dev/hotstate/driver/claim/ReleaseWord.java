package dev.hotstate.driver.claim;

/** What release_driver says. */
enum ReleaseWord {
    RELEASED,
    NOTED,
    OUTDATED,
    UNKNOWN
}
