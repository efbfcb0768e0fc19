package dev.hotstate.driver.sweep;

/** What claim_cells says. */
enum ClaimCellsWord {
    CLAIMED,
    IDLE
}
