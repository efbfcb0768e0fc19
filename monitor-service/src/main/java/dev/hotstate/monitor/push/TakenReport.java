package dev.hotstate.monitor.push;

import java.time.Instant;

/**
 * A report that was confirmed.
 *
 * @param operation tells it when it is sent again
 * @param at        by the clock of Redis
 */
record TakenReport(String monitor, Report report, String operation, Instant at) {}
