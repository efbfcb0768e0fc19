package dev.hotstate.driver.claim;

/** What claim_driver says. */
enum ClaimWord {
    CLAIMED,
    TAKEN,
    SILENT,
    UNKNOWN
}
