package dev.hotstate.driver.position;

/** What leave_cell says. */
enum LeaveWord {
    LEFT
}
