package dev.hotstate.driver.position;

/** What record_position says. */
enum PositionWord {
    TAKEN
}
