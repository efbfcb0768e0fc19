package dev.hotstate.monitor.incident;

import java.time.Instant;

/** What Redis has to know again of an incident that is open in Postgres. */
public record OpenIncident(String id, String monitorId, Instant firstFailureAt) {}
