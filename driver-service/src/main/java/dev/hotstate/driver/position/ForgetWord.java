package dev.hotstate.driver.position;

/** What forget_driver says. */
enum ForgetWord {
    FORGOTTEN,
    UNKNOWN
}
