package dev.hotstate.driver.sweep;

/** What drop_lapsed says. */
enum DropWord {
    DROPPED
}
