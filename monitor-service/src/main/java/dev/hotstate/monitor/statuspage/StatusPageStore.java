package dev.hotstate.monitor.statuspage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The table {@code status_page}, and what the page needs of incidents. */
@Singleton
class StatusPageStore {

    private static final int INCIDENTS_MAX = 50;

    private final Database database;
    private final ObjectMapper json;

    StatusPageStore(Database database, @Stored ObjectMapper json) {
        this.database = database;
        this.json = json;
    }

    Uni<List<StatusPage>> all(int max) {
        return database.query("select * from status_page order by slug limit $1", max)
                .map(rows -> stream(rows).map(this::page).toList());
    }

    Uni<Optional<StatusPage>> find(String slug) {
        return database.query("select * from status_page where slug = $1", slug)
                .map(rows -> stream(rows).findFirst().map(this::page));
    }

    /** @return whether it is new */
    Uni<Boolean> put(SqlConnection transaction, StatusPage page, Instant now) {
        return transaction
                .preparedQuery("""
                        insert into status_page (slug, title, description, groups, created_at, updated_at)
                        values ($1, $2, $3, $4, $5, $5)
                        on conflict (slug) do update set title = excluded.title, description = excluded.description,
                            groups = excluded.groups, updated_at = excluded.updated_at
                        returning created_at = updated_at as created""")
                .execute(Tuple.of(
                        page.slug(),
                        page.title(),
                        page.description() == null ? "" : page.description(),
                        encode(page.groups()),
                        now.atOffset(ZoneOffset.UTC)))
                .map(rows -> rows.iterator().next().getBoolean("created"));
    }

    Uni<Boolean> delete(SqlConnection transaction, String slug) {
        return transaction
                .preparedQuery("delete from status_page where slug = $1")
                .execute(Tuple.of(slug))
                .map(deleted -> deleted.rowCount() == 1);
    }

    /** Whether the monitor is on any page, and so has public badges. */
    Uni<Boolean> isPublic(String monitorId) {
        var member = new JsonArray()
                .add(new JsonObject().put("monitors", new JsonArray().add(new JsonObject().put("id", monitorId))));
        return database.query("select 1 from status_page where groups @> $1 limit 1", member)
                .map(rows -> rows.size() > 0);
    }

    /** The open incidents of these monitors, and of those that have ended since then the newest. */
    Uni<List<PublicIncident>> incidents(Collection<String> monitorIds, Instant since) {
        return database.query(
                        """
                        select monitor_id, first_failure_at, resolved_at from incident
                        where monitor_id = any ($1) and (resolved_at is null or resolved_at >= $2)
                        order by resolved_at is not null, opened_at desc
                        limit $3""",
                        monitorIds.toArray(String[]::new),
                        since.atOffset(ZoneOffset.UTC),
                        monitorIds.size() + INCIDENTS_MAX)
                .map(rows -> stream(rows)
                        .map(row -> new PublicIncident(
                                row.getString("monitor_id"),
                                row.getOffsetDateTime("first_failure_at").toInstant(),
                                row.getOffsetDateTime("resolved_at") == null
                                        ? null
                                        : row.getOffsetDateTime("resolved_at").toInstant()))
                        .toList());
    }

    private StatusPage page(Row row) {
        return new StatusPage(
                row.getString("slug"),
                row.getString("title"),
                row.getString("description"),
                decode(row.getJson("groups").toString()));
    }

    private JsonArray encode(List<StatusPage.Group> groups) {
        try {
            return new JsonArray(json.writeValueAsString(groups));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Groups must be JSON", e);
        }
    }

    private List<StatusPage.Group> decode(String text) {
        try {
            return json.readValue(text, new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Postgres holds a status page that can't be read", e);
        }
    }

    private static Stream<Row> stream(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false);
    }
}
