package dev.hotstate.monitor.incident;

/** What a transition means for the incidents of its monitor. */
sealed interface IncidentChange {

    /** A new incident, and an alert. */
    record Open() implements IncidentChange {}

    /** The incident is over, and those who were told of it hear that. */
    record Resolve(Incident incident) implements IncidentChange {}

    /** It was not over after all. */
    record Reopen(Incident incident) implements IncidentChange {}

    /**
     * The same outage under another id: Redis had forgotten the incident and begun a new one. Nobody is told again.
     */
    record Continue(Incident incident) implements IncidentChange {}

    /** It is over, and its opening never arrived: kept for the record, nobody was told of it. */
    record Record() implements IncidentChange {}

    /** Already so. */
    record Nothing() implements IncidentChange {}
}
