package dev.hotstate.monitor.schedule;

/** Status words of {@code withdraw_monitor.lua}. */
enum WithdrawWord {
    WITHDRAWN,
    /** Redis knows a newer definition, which is enabled. */
    KEPT
}
