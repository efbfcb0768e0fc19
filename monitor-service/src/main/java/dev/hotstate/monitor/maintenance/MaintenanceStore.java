package dev.hotstate.monitor.maintenance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.monitor.maintenance.MaintenanceSchedule.Once;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The table {@code maintenance}. */
@Singleton
class MaintenanceStore {

    private static final OffsetDateTime END_OF_TIME =
            Instant.parse("9999-01-01T00:00:00Z").atOffset(ZoneOffset.UTC);

    private final Database database;
    private final ObjectMapper json;

    MaintenanceStore(Database database, @Stored ObjectMapper json) {
        this.database = database;
        this.json = json;
    }

    /** Newest first. */
    Uni<List<MaintenanceWindow>> page(PageRequest page) {
        var createdBefore = page.after()
                .map(after -> after.instant(0).atOffset(ZoneOffset.UTC))
                .orElse(END_OF_TIME);
        var idBefore = page.after().map(after -> after.text(1)).orElse("");
        return database.query("""
                        select * from maintenance where (created_at, id) < ($1, $2)
                        order by created_at desc, id desc limit $3""", createdBefore, idBefore, page.fetch()).map(this::windows);
    }

    /** All that are not over for good at that time. */
    Uni<List<MaintenanceWindow>> notOverAt(Instant at, int max) {
        return database.query("""
                        select * from maintenance where ends_at is null or ends_at > $1 order by created_at, id limit $2""", at.atOffset(ZoneOffset.UTC), max).map(this::windows);
    }

    Uni<Optional<MaintenanceWindow>> find(String id) {
        return database.query("select * from maintenance where id = $1", id).map(this::first);
    }

    Uni<Optional<MaintenanceWindow>> lock(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery("select * from maintenance where id = $1 for update")
                .execute(Tuple.of(id))
                .map(this::first);
    }

    /** Those of the ids that no monitor has. */
    Uni<List<String>> unknown(SqlConnection transaction, Collection<String> monitorIds) {
        return transaction
                .preparedQuery("""
                        select asked.id from unnest($1::text[]) as asked (id)
                        where not exists (select from monitor where monitor.id = asked.id) order by asked.id""")
                .execute(Tuple.of(monitorIds.toArray(String[]::new)))
                .map(rows -> rows.stream().map(row -> row.getString("id")).toList());
    }

    Uni<Void> put(SqlConnection transaction, MaintenanceWindow window) {
        return transaction
                .preparedQuery("""
                        insert into maintenance (id, name, schedule, ends_at, monitor_ids, tags, created_at, created_by)
                        values ($1, $2, $3, $4, $5, $6, $7, $8)
                        on conflict (id) do update set name = excluded.name, schedule = excluded.schedule,
                            ends_at = excluded.ends_at, monitor_ids = excluded.monitor_ids, tags = excluded.tags""")
                .execute(Tuple.from(Arrays.asList(
                        window.id(),
                        window.name(),
                        encode(window.schedule()),
                        endOf(window.schedule()),
                        window.monitorIds().toArray(String[]::new),
                        window.tags().toArray(String[]::new),
                        window.createdAt().atOffset(ZoneOffset.UTC),
                        window.createdBy())))
                .replaceWithVoid();
    }

    Uni<Void> delete(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery("delete from maintenance where id = $1")
                .execute(Tuple.of(id))
                .replaceWithVoid();
    }

    private static @Nullable OffsetDateTime endOf(MaintenanceSchedule schedule) {
        return schedule instanceof Once once ? once.to().atOffset(ZoneOffset.UTC) : null;
    }

    private Optional<MaintenanceWindow> first(RowSet<Row> rows) {
        return windows(rows).stream().findFirst();
    }

    private List<MaintenanceWindow> windows(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false).map(this::window).toList();
    }

    private MaintenanceWindow window(Row row) {
        return new MaintenanceWindow(
                row.getString("id"),
                row.getString("name"),
                decode(row.getJson("schedule").toString()),
                Set.of(row.getArrayOfStrings("monitor_ids")),
                Set.of(row.getArrayOfStrings("tags")),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getString("created_by"));
    }

    private JsonObject encode(MaintenanceSchedule schedule) {
        try {
            return new JsonObject(json.writerFor(MaintenanceSchedule.class).writeValueAsString(schedule));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A schedule must be JSON", e);
        }
    }

    private MaintenanceSchedule decode(String text) {
        try {
            return json.readValue(text, MaintenanceSchedule.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Postgres holds a schedule that can't be read", e);
        }
    }
}
