package dev.hotstate.monitor.incident;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.worker.Ticker;
import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.alert.AlertOutbox;
import dev.hotstate.monitor.alert.Transition;
import dev.hotstate.monitor.incident.IncidentEvent.Type;
import dev.hotstate.monitor.incident.IncidentStore.Subject;
import dev.hotstate.monitor.incident.IncidentStore.Waiting;
import dev.hotstate.monitor.maintenance.MaintenanceCalendar;
import dev.hotstate.monitor.maintenance.MaintenanceWindow;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Alerts that follow from time passing and not from a check: one that maintenance held back and that is still true when the
 * window is over, and reminders of incidents that nobody has acknowledged.
 *
 * <p>Runs on every instance; a row is taken by whoever locks it first, and looked at again under the lock.
 */
@Singleton
class AlertFollowUp {

    private final IncidentStore store;
    private final MaintenanceCalendar calendar;
    private final AlertOutbox outbox;
    private final Database database;
    private final IncidentConfig config;
    private final IncidentMetrics metrics;
    private final Clock clock;
    private final Vertx vertx;
    private @Nullable Ticker ticker;

    AlertFollowUp(
            IncidentStore store,
            MaintenanceCalendar calendar,
            AlertOutbox outbox,
            Database database,
            IncidentConfig config,
            IncidentMetrics metrics,
            Clock clock,
            Vertx vertx) {
        this.store = store;
        this.calendar = calendar;
        this.outbox = outbox;
        this.database = database;
        this.config = config;
        this.metrics = metrics;
        this.clock = clock;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.followUpInterval(), "Following up on incidents", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        var now = clock.instant();
        return calendar.windows(now).chain(windows -> followUpFrom("", windows, now));
    }

    /** Page by page: those that a long maintenance mutes must not stand before the others. */
    private Uni<Void> followUpFrom(String afterId, List<MaintenanceWindow> windows, Instant now) {
        return store.awaitingAlerts(now, config.reminderInterval(), afterId, config.followUpPage())
                .chain(waiting -> followUp(waiting, windows, now)
                        .chain(() -> waiting.size() < config.followUpPage()
                                ? Uni.createFrom().voidItem()
                                : followUpFrom(waiting.getLast().incident().id(), windows, now)));
    }

    private Uni<Void> followUp(List<Waiting> waiting, List<MaintenanceWindow> windows, Instant now) {
        return Multi.createFrom()
                .iterable(waiting)
                .filter(one ->
                        !MaintenanceWindow.anyMutes(windows, one.incident().monitorId(), one.tags(), now))
                .onItem()
                .transformToUniAndConcatenate(one -> followUp(one.incident(), windows, now))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<Void> followUp(Incident incident, List<MaintenanceWindow> windows, Instant now) {
        return database.inTransaction(transaction -> store.subject(transaction, incident.monitorId())
                .chain(subject -> subject.isEmpty() || isMuted(incident, subject.get(), windows, now)
                        ? Uni.createFrom().voidItem()
                        : incident.muted()
                                ? unmute(transaction, incident, now)
                                : remind(transaction, incident, subject.get(), now)));
    }

    private static boolean isMuted(Incident incident, Subject subject, List<MaintenanceWindow> windows, Instant now) {
        return MaintenanceWindow.anyMutes(windows, incident.monitorId(), subject.tags(), now);
    }

    private Uni<Void> unmute(SqlConnection transaction, Incident incident, Instant now) {
        return store.unmute(transaction, incident.id())
                .chain(found -> found.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : outbox.release(transaction, incident.id(), openingOf(found.get()), roundOf(found.get()))
                                .chain(() -> note(transaction, incident, Type.UNMUTED, now)));
    }

    private static Transition openingOf(Incident incident) {
        return incident.round() == 0 ? Transition.OPENED : Transition.REOPENED;
    }

    private static int roundOf(Incident incident) {
        return Math.max(0, incident.round() - 1);
    }

    private Uni<Void> remind(SqlConnection transaction, Incident incident, Subject subject, Instant now) {
        return store.remind(transaction, incident.id(), now, config.reminderInterval())
                .chain(found -> found.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : outbox.tellThoseWhoKnow(transaction, reminder(found.get(), subject, now), false)
                                .chain(() -> note(transaction, incident, Type.REMINDED, now)));
    }

    private static Alert reminder(Incident incident, Subject subject, Instant now) {
        return new Alert(
                Transition.REMINDER,
                incident.reminders(),
                incident.id(),
                incident.monitorId(),
                subject.name(),
                subject.target(),
                subject.tags(),
                incident.firstFailureAt(),
                now,
                incident.reason(),
                incident.statusCode(),
                incident.message());
    }

    private Uni<Void> note(SqlConnection transaction, Incident incident, Type type, Instant now) {
        metrics.followedUp(type);
        return store.addEvent(transaction, new IncidentEvent(incident.id(), now, type, null, ""), null);
    }
}
