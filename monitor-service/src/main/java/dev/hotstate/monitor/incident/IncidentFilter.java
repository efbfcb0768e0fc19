package dev.hotstate.monitor.incident;

import org.jspecify.annotations.Nullable;

/** Which incidents; null does not restrict. */
record IncidentFilter(@Nullable Boolean open, @Nullable String monitorId) {}
