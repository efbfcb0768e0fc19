package dev.hotstate.monitor.result;

import java.time.Instant;

/**
 * An incident that is open in Postgres and unknown in Redis.
 *
 * @param begunAt when it was opened, or reopened: what was seen up later is up
 */
public record LostOutage(String monitor, String incident, Instant firstFailureAt, Instant begunAt) {}
