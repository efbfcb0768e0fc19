package dev.hotstate.monitor.result;

import java.time.Instant;

/** A monitor that is down as far as Redis knows. */
public record Outage(String monitor, String incident, Instant lastFailureAt) {}
