package dev.hotstate.driver.sweep;

/** What settle_cell says. */
enum SettleWord {
    SETTLED,
    TAKEN
}
