package dev.hotstate.monitor.incident;

/** An incident with what people call its monitor. */
record NamedIncident(Incident incident, String monitorName) {}
