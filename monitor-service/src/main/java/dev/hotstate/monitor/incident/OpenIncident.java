package dev.hotstate.monitor.incident;

import java.time.Instant;

/**
 * What Redis has to know again of an incident that is open in Postgres.
 *
 * @param begunAt when it was last told to begin: opened, reopened, or found again under another id
 */
public record OpenIncident(String id, String monitorId, Instant firstFailureAt, Instant begunAt) {}
