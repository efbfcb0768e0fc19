package dev.hotstate.monitor.incident;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The open incidents as Postgres has them, for whoever rebuilds Redis from them. */
@Singleton
public class OpenIncidents {

    private final IncidentStore store;

    OpenIncidents(IncidentStore store) {
        this.store = store;
    }

    /** @param partition number of the partition that the monitors belong to */
    public Uni<List<OpenIncident>> of(int partition) {
        return store.openOf(partition);
    }

    /** Those of the monitors that have no open incident, with the end of their last one; the beginning of time if there was none. */
    public Uni<Map<String, Instant>> missingOf(Collection<String> monitors) {
        return store.withoutOpen(monitors);
    }
}
