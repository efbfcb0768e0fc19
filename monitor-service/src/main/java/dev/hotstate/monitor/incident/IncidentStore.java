package dev.hotstate.monitor.incident;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.monitor.probe.ProbeTarget;
import dev.hotstate.monitor.probe.Reason;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The tables {@code incident} and {@code incident_event}. */
@Singleton
class IncidentStore {

    /** Of an incident and its monitor, at $2; the interval is that of the monitor, or $3; none or zero: never. */
    private static final String REMINDER_IS_DUE = """
            coalesce(reminded_at, opened_at)
              <= $2::timestamptz - make_interval(secs => nullif(coalesce(remind_every_ms, $3::bigint), 0) / 1000.0)""";

    /** Nothing is asked of a push monitor: it has no target. */
    private static final String PUSH = "push";

    private static final OffsetDateTime END_OF_TIME =
            Instant.parse("9999-01-01T00:00:00Z").atOffset(ZoneOffset.UTC);

    private final Database database;
    private final ObjectMapper json;

    IncidentStore(Database database, @Stored ObjectMapper json) {
        this.database = database;
        this.json = json;
    }

    /** What an alert says about the monitor. */
    record Subject(String name, String target, List<String> tags) {}

    // ---- changes, inside a transaction
    // --------------------------------------------------------------------------------

    /** Holds the monitor until the transaction ends: its transitions are recorded one after the other, by whomever. */
    Uni<Optional<Subject>> lockMonitor(SqlConnection transaction, String monitorId) {
        return transaction
                .preparedQuery("select name, kind, spec, tags from monitor where id = $1 for no key update")
                .execute(Tuple.of(monitorId))
                .map(rows -> stream(rows).findFirst().map(this::subject));
    }

    Uni<Optional<Subject>> subject(SqlConnection transaction, String monitorId) {
        return transaction
                .preparedQuery("select name, kind, spec, tags from monitor where id = $1")
                .execute(Tuple.of(monitorId))
                .map(rows -> stream(rows).findFirst().map(this::subject));
    }

    Uni<Boolean> isRecorded(SqlConnection transaction, String entryId, String monitorId) {
        return transaction
                .preparedQuery("""
                        select 1 from incident_event join incident on incident.id = incident_event.incident_id
                        where entry_id = $1 and monitor_id = $2""")
                .execute(Tuple.of(entryId, monitorId))
                .map(rows -> rows.size() > 0);
    }

    /** For a change of it. */
    Uni<Optional<Incident>> lock(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery("select * from incident where id = $1 for update")
                .execute(Tuple.of(id))
                .map(IncidentStore::first);
    }

    /** For a change of it: a window that ends just now must not send the news while their end is held back. */
    Uni<Optional<Incident>> lockOpen(SqlConnection transaction, String monitorId) {
        return transaction
                .preparedQuery("select * from incident where monitor_id = $1 and resolved_at is null for update")
                .execute(Tuple.of(monitorId))
                .map(IncidentStore::first);
    }

    Uni<Void> insert(SqlConnection transaction, Incident incident) {
        return transaction
                .preparedQuery("""
                        insert into incident (id, monitor_id, first_failure_at, opened_at, resolved_at, reason, status_code,
                                              message, round, muted)
                        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)""")
                .execute(Tuple.from(Arrays.asList(
                        incident.id(),
                        incident.monitorId(),
                        offset(incident.firstFailureAt()),
                        offset(incident.openedAt()),
                        offset(incident.resolvedAt()),
                        incident.reason().wire(),
                        incident.statusCode(),
                        incident.message(),
                        incident.round(),
                        incident.muted())))
                .replaceWithVoid();
    }

    Uni<Void> resolve(SqlConnection transaction, String id, Instant at) {
        return transaction
                .preparedQuery("update incident set resolved_at = $2 where id = $1")
                .execute(Tuple.of(id, offset(at)))
                .replaceWithVoid();
    }

    /** An acknowledgement was of the outage that seemed to be over; this is news. */
    Uni<Void> reopen(SqlConnection transaction, String id, TransitionEntry entry, boolean muted) {
        return transaction
                .preparedQuery("""
                        update incident set resolved_at = null, round = round + 1, muted = $2, reason = $3, status_code = $4,
                               message = $5, acknowledged_at = null, acknowledged_by = null
                        where id = $1""")
                .execute(Tuple.of(id, muted, entry.reason().wire(), entry.statusCode(), entry.message()))
                .replaceWithVoid();
    }

    Uni<Void> addEvent(SqlConnection transaction, IncidentEvent event, @Nullable String entryId) {
        return transaction
                .preparedQuery("""
                        insert into incident_event (incident_id, at, type, entry_id, actor, text)
                        values ($1, $2, $3, $4, $5, $6)""")
                .execute(Tuple.from(Arrays.asList(
                        event.incidentId(),
                        offset(event.at()),
                        event.type().wire(),
                        entryId,
                        event.actor(),
                        event.text())))
                .replaceWithVoid();
    }

    Uni<Void> acknowledge(SqlConnection transaction, String id, Instant at, String actor) {
        return transaction
                .preparedQuery("update incident set acknowledged_at = $2, acknowledged_by = $3 where id = $1")
                .execute(Tuple.of(id, offset(at), actor))
                .replaceWithVoid();
    }

    /** @return the incident as it was, if it still is open, muted and in nobody else's hands */
    Uni<Optional<Incident>> unmute(SqlConnection transaction, String id) {
        return transaction.preparedQuery("""
                        update incident set muted = false
                        where id = (select id from incident where id = $1 and muted and resolved_at is null
                                    for update skip locked)
                        returning *""").execute(Tuple.of(id)).map(IncidentStore::first);
    }

    /** @return the incident with its new count, if it is due and in nobody else's hands */
    Uni<Optional<Incident>> remind(SqlConnection transaction, String id, Instant at, Optional<Duration> usualInterval) {
        return transaction
                .preparedQuery("""
                        update incident set reminders = reminders + 1, reminded_at = $2
                        where id = (select incident.id from incident join monitor on monitor.id = monitor_id
                                    where incident.id = $1 and not muted and resolved_at is null and acknowledged_at is null
                                      and %s
                                    for update of incident skip locked)
                        returning *""".formatted(REMINDER_IS_DUE))
                .execute(Tuple.of(id, offset(at), millis(usualInterval)))
                .map(IncidentStore::first);
    }

    // ---- what there is
    // --------------------------------------------------------------------------------------------------

    /** Newest first. */
    Uni<List<NamedIncident>> page(IncidentFilter filter, PageRequest page) {
        var openedBefore = page.after()
                .map(after -> after.instant(0).atOffset(ZoneOffset.UTC))
                .orElse(END_OF_TIME);
        var idBefore = page.after().map(after -> after.text(1)).orElse("");
        return database.query("""
                        select incident.*, monitor.name as monitor_name
                        from incident join monitor on monitor.id = incident.monitor_id
                        where (opened_at, incident.id) < ($1, $2)
                          and ($3::boolean is null or (resolved_at is null) = $3)
                          and ($4::text is null or monitor_id = $4)
                        order by opened_at desc, incident.id desc limit $5""", openedBefore, idBefore, filter.open(), filter.monitorId(), page.fetch())
                .map(rows -> stream(rows).map(IncidentStore::named).toList());
    }

    Uni<Optional<NamedIncident>> find(String id) {
        return database.query("""
                        select incident.*, monitor.name as monitor_name
                        from incident join monitor on monitor.id = incident.monitor_id where incident.id = $1""", id).map(rows -> stream(rows).findFirst().map(IncidentStore::named));
    }

    Uni<List<IncidentEvent>> timeline(String id, int max) {
        return database.query("select * from incident_event where incident_id = $1 order by at, id limit $2", id, max)
                .map(rows -> stream(rows).map(IncidentStore::event).toList());
    }

    /** An open incident with what decides whether maintenance mutes it. */
    record Waiting(Incident incident, List<String> tags) {}

    /**
     * The open incidents that have an alert to send or to repeat, in the order of their ids.
     *
     * @param afterId of the page before; empty for the first one
     */
    Uni<List<Waiting>> awaitingAlerts(Instant now, Optional<Duration> usualInterval, String afterId, int max) {
        return database.query("""
                        select incident.*, monitor.tags as monitor_tags
                        from incident join monitor on monitor.id = incident.monitor_id
                        where resolved_at is null and incident.id > $4
                          and (muted or acknowledged_at is null and %s)
                        order by incident.id limit $1""".formatted(REMINDER_IS_DUE), max, offset(now), millis(usualInterval), afterId)
                .map(rows -> stream(rows)
                        .map(row -> new Waiting(incident(row), List.of(row.getArrayOfStrings("monitor_tags"))))
                        .toList());
    }

    /** The open incidents of a partition, for whoever rebuilds it. */
    Uni<List<OpenIncident>> openOf(int partition) {
        return database.query("""
                        select incident.id, monitor_id, first_failure_at, coalesce(
                            (select max(at) from incident_event where incident_id = incident.id
                                and type in ('opened', 'reopened', 'continued')), opened_at) as begun_at
                        from incident join monitor on monitor.id = incident.monitor_id
                        where monitor.partition = $1 and resolved_at is null""", (short) partition)
                .map(rows -> stream(rows)
                        .map(row -> new OpenIncident(
                                row.getString("id"),
                                row.getString("monitor_id"),
                                row.getOffsetDateTime("first_failure_at").toInstant(),
                                row.getOffsetDateTime("begun_at").toInstant()))
                        .toList());
    }

    /** Those of the monitors that have no open incident, with the end of their last one; the beginning of time if there was none. */
    Uni<Map<String, Instant>> withoutOpen(Collection<String> monitorIds) {
        return database.query("""
                        select asked.id, max(coalesce(resolved_at, 'epoch')) as ended_at
                        from unnest($1::text[]) as asked (id) left join incident on monitor_id = asked.id
                        group by asked.id having count(*) filter (where incident.id is not null and resolved_at is null) = 0""", (Object) monitorIds.toArray(String[]::new))
                .map(rows -> stream(rows)
                        .collect(toMap(
                                row -> row.getString("id"),
                                row -> row.getOffsetDateTime("ended_at").toInstant())));
    }

    // ---- decoding
    // ---------------------------------------------------------------------------------------------------------

    private static Stream<Row> stream(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false);
    }

    private static Optional<Incident> first(RowSet<Row> rows) {
        return stream(rows).findFirst().map(IncidentStore::incident);
    }

    private Subject subject(Row row) {
        return new Subject(row.getString("name"), targetOf(row), List.of(row.getArrayOfStrings("tags")));
    }

    private String targetOf(Row row) {
        if (row.getString("kind").equals(PUSH)) {
            return "";
        }
        try {
            return json.readValue(row.getJson("spec").toString(), ProbeTarget.class)
                    .label();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Postgres holds a target that can't be read", e);
        }
    }

    private static NamedIncident named(Row row) {
        return new NamedIncident(incident(row), row.getString("monitor_name"));
    }

    private static Incident incident(Row row) {
        return new Incident(
                row.getString("id"),
                row.getString("monitor_id"),
                row.getOffsetDateTime("first_failure_at").toInstant(),
                row.getOffsetDateTime("opened_at").toInstant(),
                instant(row, "resolved_at"),
                Reason.ofWire(row.getString("reason")),
                row.getInteger("status_code"),
                row.getString("message"),
                row.getInteger("round"),
                row.getBoolean("muted"),
                row.getInteger("reminders"),
                instant(row, "acknowledged_at"),
                row.getString("acknowledged_by"));
    }

    private static IncidentEvent event(Row row) {
        return new IncidentEvent(
                row.getString("incident_id"),
                row.getOffsetDateTime("at").toInstant(),
                IncidentEvent.Type.ofWire(row.getString("type")),
                row.getString("actor"),
                row.getString("text"));
    }

    private static @Nullable Instant instant(Row row, String column) {
        var value = row.getOffsetDateTime(column);
        return value == null ? null : value.toInstant();
    }

    private static @Nullable Long millis(Optional<Duration> interval) {
        return interval.map(Duration::toMillis).orElse(null);
    }

    private static @Nullable OffsetDateTime offset(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
