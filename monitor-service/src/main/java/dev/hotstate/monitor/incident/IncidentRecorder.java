package dev.hotstate.monitor.incident;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.alert.AlertOutbox;
import dev.hotstate.monitor.alert.Transition;
import dev.hotstate.monitor.incident.IncidentEvent.Type;
import dev.hotstate.monitor.incident.IncidentStore.Subject;
import dev.hotstate.monitor.maintenance.MaintenanceCalendar;
import dev.hotstate.monitor.maintenance.MaintenanceWindow;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes one transition to Postgres: the incident, its timeline and the alerts in one transaction. Recording the same entry
 * again, at the same time or later, on this instance or another, changes nothing.
 */
@Singleton
class IncidentRecorder {

    private final Database database;
    private final IncidentStore store;
    private final AlertOutbox outbox;
    private final MaintenanceCalendar calendar;

    IncidentRecorder(Database database, IncidentStore store, AlertOutbox outbox, MaintenanceCalendar calendar) {
        this.database = database;
        this.store = store;
        this.outbox = outbox;
        this.calendar = calendar;
    }

    /** Everything that the step needs, read under the lock of the monitor. */
    private record Scene(SqlConnection transaction, TransitionEntry entry, Subject subject, boolean muted) {}

    Uni<Recorded> record(TransitionEntry entry) {
        // Before the transaction: a query on another connection while one is held could wait for itself in the pool.
        return calendar.windows(entry.at())
                .chain(windows ->
                        database.inTransaction(transaction -> store.lockMonitor(transaction, entry.monitorId())
                                .chain(subject -> subject.isEmpty()
                                        ? Uni.createFrom().item(Recorded.MONITOR_GONE)
                                        : recordOnce(scene(transaction, entry, subject.get(), windows)))));
    }

    private static Scene scene(
            SqlConnection transaction, TransitionEntry entry, Subject subject, List<MaintenanceWindow> windows) {
        var muted = MaintenanceWindow.anyMutes(windows, entry.monitorId(), subject.tags(), entry.at());
        return new Scene(transaction, entry, subject, muted);
    }

    private Uni<Recorded> recordOnce(Scene scene) {
        return store.isRecorded(scene.transaction, scene.entry.entryId(), scene.entry.monitorId())
                .chain(known -> known ? Uni.createFrom().item(Recorded.REPEATED) : decide(scene));
    }

    private Uni<Recorded> decide(Scene scene) {
        return store.lock(scene.transaction, scene.entry.incidentId())
                .chain(same -> store.lockOpen(scene.transaction, scene.entry.monitorId())
                        .map(open -> IncidentPolicy.decide(scene.entry, same, open)))
                .chain(change -> apply(scene, change));
    }

    private Uni<Recorded> apply(Scene scene, IncidentChange change) {
        return switch (change) {
            case IncidentChange.Open open -> open(scene).replaceWith(Recorded.OPENED);
            case IncidentChange.Resolve resolve ->
                resolve(scene, resolve.incident()).replaceWith(Recorded.RESOLVED);
            case IncidentChange.Reopen reopen ->
                reopen(scene, reopen.incident()).replaceWith(Recorded.REOPENED);
            case IncidentChange.Continue same ->
                event(scene, same.incident().id(), Type.CONTINUED).replaceWith(Recorded.CONTINUED);
            case IncidentChange.Record past -> recordPast(scene).replaceWith(Recorded.RESOLVED);
            case IncidentChange.Nothing nothing -> Uni.createFrom().item(Recorded.REPEATED);
        };
    }

    private Uni<Void> open(Scene scene) {
        return store.insert(scene.transaction, incident(scene.entry, null, scene.muted))
                .chain(() -> event(scene, scene.entry.incidentId(), Type.OPENED))
                .chain(() -> tell(scene, alert(scene, Transition.OPENED, scene.entry.incidentId(), 0)));
    }

    /** Who was told that it is down hears that it is over, maintenance or not; nobody hears of the end of what he never heard. */
    private Uni<Void> resolve(Scene scene, Incident incident) {
        return store.resolve(scene.transaction, incident.id(), scene.entry.at())
                .chain(() -> event(scene, incident.id(), Type.RESOLVED))
                .chain(() -> outbox.tellThoseWhoKnow(
                        scene.transaction,
                        alert(scene, Transition.RESOLVED, incident.id(), incident.round()),
                        incident.muted()))
                .replaceWithVoid();
    }

    private Uni<Void> reopen(Scene scene, Incident incident) {
        return store.reopen(scene.transaction, incident.id(), scene.entry, scene.muted)
                .chain(() -> event(scene, incident.id(), Type.REOPENED))
                .chain(() -> tell(scene, alert(scene, Transition.REOPENED, incident.id(), incident.round())));
    }

    private Uni<Void> recordPast(Scene scene) {
        return store.insert(scene.transaction, incident(scene.entry, scene.entry, true))
                .chain(() -> event(scene, scene.entry.incidentId(), Type.RESOLVED));
    }

    private Uni<Void> event(Scene scene, String incidentId, Type type) {
        var event = new IncidentEvent(incidentId, scene.entry.at(), type, null, scene.entry.message());
        return store.addEvent(scene.transaction, event, scene.entry.entryId());
    }

    private Uni<Void> tell(Scene scene, Alert alert) {
        return outbox.tell(scene.transaction, alert, scene.muted).replaceWithVoid();
    }

    private static Alert alert(Scene scene, Transition transition, String incidentId, int round) {
        var entry = scene.entry;
        return new Alert(
                transition,
                round,
                incidentId,
                entry.monitorId(),
                scene.subject.name(),
                scene.subject.target(),
                scene.subject.tags(),
                entry.firstFailureAt(),
                entry.at(),
                entry.reason(),
                entry.statusCode(),
                entry.message());
    }

    private static Incident incident(TransitionEntry entry, @Nullable TransitionEntry end, boolean muted) {
        return new Incident(
                entry.incidentId(),
                entry.monitorId(),
                entry.firstFailureAt(),
                end == null ? entry.at() : entry.firstFailureAt(),
                Optional.ofNullable(end).map(TransitionEntry::at).orElse(null),
                entry.reason(),
                entry.statusCode(),
                entry.message(),
                0,
                muted,
                0,
                null,
                null);
    }
}
