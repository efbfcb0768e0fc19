package dev.hotstate.monitor.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.probe.ProbeTarget;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
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
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** The tables {@code monitor} and {@code monitor_removal}. */
@Singleton
public class MonitorStore {

    /** For those who were away meanwhile. */
    static final Duration REMOVALS_KEPT = Duration.ofDays(1);

    private static final String INSERT = """
            insert into monitor (id, partition, name, kind, spec, secrets, interval_ms, timeout_ms, retries, retry_delay_ms,
                                 failure_threshold, recovery_threshold, tags, enabled, push_token, version, created_at,
                                 updated_at, remind_every_ms)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)""";
    private static final String NOW = "select clock_timestamp() as now";
    private static final String UPDATE = """
            update monitor set partition = $2, name = $3, kind = $4, spec = $5, secrets = $6, interval_ms = $7, timeout_ms = $8,
                               retries = $9, retry_delay_ms = $10, failure_threshold = $11, recovery_threshold = $12,
                               tags = $13, enabled = $14, push_token = $15, version = $16, created_at = $17, updated_at = $18,
                               remind_every_ms = $19
            where id = $1""";

    private final Database database;
    private final ObjectMapper json;
    private final MonitorKeys keys;

    MonitorStore(Database database, @Stored ObjectMapper json, MonitorKeys keys) {
        this.database = database;
        this.json = json;
        this.keys = keys;
    }

    /** Enabled monitors of one partition, a page at a time, in the order of their ids. */
    public Uni<List<Monitor>> enabledPage(Partition partition, String afterId, int limit) {
        return database.query("""
                        select * from monitor where partition = $1 and enabled and id > $2
                        order by id limit $3""", (short) partition.number(), afterId, limit).map(this::monitors);
    }

    public Uni<List<Monitor>> find(Collection<String> ids) {
        return database.query("select * from monitor where id = any($1)", (Object) ids.toArray(String[]::new))
                .map(this::monitors);
    }

    Uni<List<Monitor>> page(String afterId, int limit) {
        return database.query("select * from monitor where id > $1 order by id limit $2", afterId, limit)
                .map(this::monitors);
    }

    Uni<Optional<Monitor>> findByPushToken(UUID token) {
        return database.query("select * from monitor where push_token = $1", token)
                .map(rows -> monitors(rows).stream().findFirst());
    }

    Uni<List<Monitor>> findByName(Collection<String> names) {
        return database.query("select * from monitor where name = any($1)", (Object) names.toArray(String[]::new))
                .map(this::monitors);
    }

    Uni<List<Monitor>> search(MonitorFilter filter, String afterName, int limit) {
        return database.query(
                        """
                        select * from monitor
                        where name > $1 and ($2 = '' or name ilike $2) and ($3 = '' or tags @> array[$3]) and ($4 = '' or kind = $4)
                          and ($5::boolean is null or enabled = $5)
                        order by name limit $6""",
                        afterName,
                        filter.namePattern(),
                        filter.tagOrEmpty(),
                        filter.kindOrEmpty(),
                        filter.enabled(),
                        limit)
                .map(this::monitors);
    }

    /** What changed since then, oldest change first; of the same moment, what comes after the id. */
    Uni<List<Monitor>> changedSince(Instant since, String afterId, int limit) {
        return database.query(
                        "select * from monitor where (updated_at, id) > ($1, $2) order by updated_at, id limit $3",
                        offset(since),
                        afterId,
                        limit)
                .map(this::monitors);
    }

    Uni<List<String>> removedSince(Instant since) {
        return database.query("select id from monitor_removal where removed_at > $1", offset(since))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> row.getString("id"))
                        .toList());
    }

    Uni<Instant> now() {
        return database.query(NOW).map(rows -> instant(rows.iterator().next(), "now"));
    }

    /** The clock of Postgres: changes are stamped by one clock, whichever instance makes them. */
    Uni<Instant> now(SqlConnection transaction) {
        return transaction
                .query(NOW)
                .execute()
                .map(rows -> instant(rows.iterator().next(), "now"));
    }

    Uni<Void> insert(SqlConnection transaction, List<Monitor> monitors) {
        return transaction
                .preparedQuery(INSERT)
                .executeBatch(monitors.stream().map(this::columns).toList())
                .replaceWithVoid();
    }

    Uni<Void> update(SqlConnection transaction, List<Monitor> monitors) {
        return transaction
                .preparedQuery(UPDATE)
                .executeBatch(monitors.stream().map(this::columns).toList())
                .replaceWithVoid();
    }

    /** The monitor, locked until the transaction ends, so that each change makes a version of its own. */
    Uni<Optional<Monitor>> lock(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery("select * from monitor where id = $1 for update")
                .execute(Tuple.of(id))
                .map(rows -> monitors(rows).stream().findFirst());
    }

    Uni<List<Monitor>> lockByName(SqlConnection transaction, Collection<String> names) {
        return transaction
                .preparedQuery("select * from monitor where name = any($1) order by id for update")
                .execute(Tuple.of(names.toArray(String[]::new)))
                .map(this::monitors);
    }

    Uni<Void> delete(SqlConnection transaction, String id, Instant at) {
        return transaction
                .preparedQuery("delete from monitor where id = $1")
                .execute(Tuple.of(id))
                .chain(() -> transaction
                        .preparedQuery("delete from monitor_removal where removed_at < $1")
                        .execute(Tuple.of(offset(at.minus(REMOVALS_KEPT)))))
                .chain(() -> transaction
                        .preparedQuery("insert into monitor_removal (id, removed_at) values ($1, $2)")
                        .execute(Tuple.of(id, offset(at))))
                .replaceWithVoid();
    }

    private Tuple columns(Monitor monitor) {
        var spec = monitor.spec();
        var secrets = monitor.sealedSecrets();
        return Tuple.from(Arrays.asList(
                monitor.id(),
                (short) keys.partitionOf(monitor.id()).number(),
                spec.name(),
                spec.kind(),
                json(spec.target() == null ? spec.push() : spec.target()),
                secrets == null ? null : Buffer.buffer(secrets.bytes()),
                spec.interval().toMillis(),
                spec.timeout().toMillis(),
                spec.retries(),
                spec.retryDelay().toMillis(),
                spec.failureThreshold(),
                spec.recoveryThreshold(),
                spec.tags().toArray(String[]::new),
                spec.enabled(),
                monitor.pushToken(),
                monitor.version(),
                offset(monitor.createdAt()),
                offset(monitor.updatedAt()),
                spec.remindEvery() == null ? null : spec.remindEvery().toMillis()));
    }

    private List<Monitor> monitors(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(this::monitor)
                .toList();
    }

    private Monitor monitor(Row row) {
        boolean push = row.getString("kind").equals("push");
        var secrets = row.getBuffer("secrets");
        var remindEvery = row.getLong("remind_every_ms");
        var spec = new MonitorSpec(
                row.getString("name"),
                push ? null : read(row, ProbeTarget.class),
                push ? read(row, PushSettings.class) : null,
                Duration.ofMillis(row.getLong("interval_ms")),
                Duration.ofMillis(row.getLong("timeout_ms")),
                row.getInteger("retries"),
                Duration.ofMillis(row.getLong("retry_delay_ms")),
                row.getInteger("failure_threshold"),
                row.getInteger("recovery_threshold"),
                List.of(row.getArrayOfStrings("tags")),
                row.getBoolean("enabled"),
                remindEvery == null ? null : Duration.ofMillis(remindEvery),
                null);
        return new Monitor(
                row.getString("id"),
                spec,
                secrets == null ? null : new SealedSecrets(secrets.getBytes()),
                row.getUUID("push_token"),
                row.getInteger("version"),
                instant(row, "created_at"),
                instant(row, "updated_at"));
    }

    private JsonObject json(Object target) {
        try {
            return new JsonObject(json.writeValueAsString(target));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A target must be JSON", e);
        }
    }

    private <T> T read(Row row, Class<T> type) {
        try {
            return json.readValue(row.getJsonObject("spec").encode(), type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The stored target of " + row.getString("id") + " cannot be read", e);
        }
    }

    private static Instant instant(Row row, String column) {
        return row.getOffsetDateTime(column).toInstant();
    }

    private static OffsetDateTime offset(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
