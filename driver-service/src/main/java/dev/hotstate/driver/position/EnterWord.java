package dev.hotstate.driver.position;

/** What enter_cell says. */
enum EnterWord {
    ENTERED,
    OPENED
}
