package dev.hotstate.monitor.incident;

import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.alert.AlertOutbox;
import dev.hotstate.monitor.alert.Transition;
import dev.hotstate.monitor.definition.BeforeRemoval;
import dev.hotstate.monitor.incident.IncidentStore.Subject;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Singleton;
import java.time.Clock;

/**
 * Tells the end of an incident whose monitor is deleted: who was told of its beginning would otherwise wait for ever, and so
 * would the incident at a pager.
 */
@Singleton
class IncidentFarewell implements BeforeRemoval {

    private final IncidentStore store;
    private final AlertOutbox outbox;
    private final Clock clock;

    IncidentFarewell(IncidentStore store, AlertOutbox outbox, Clock clock) {
        this.store = store;
        this.outbox = outbox;
        this.clock = clock;
    }

    @Override
    public Uni<Void> beforeRemoval(SqlConnection transaction, String monitorId) {
        return store.lockOpen(transaction, monitorId)
                .chain(open -> open.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : store.subject(transaction, monitorId)
                                .chain(subject -> tell(transaction, open.get(), subject.orElseThrow())));
    }

    private Uni<Void> tell(SqlConnection transaction, Incident incident, Subject subject) {
        var alert = new Alert(
                Transition.RESOLVED,
                incident.round(),
                incident.id(),
                incident.monitorId(),
                subject.name(),
                subject.target(),
                subject.tags(),
                incident.firstFailureAt(),
                clock.instant(),
                incident.reason(),
                incident.statusCode(),
                "The monitor was deleted");
        return outbox.tellThoseWhoKnow(transaction, alert, incident.muted()).replaceWithVoid();
    }
}
