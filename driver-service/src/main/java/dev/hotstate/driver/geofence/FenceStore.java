package dev.hotstate.driver.geofence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table {@code geofence}. */
@Singleton
class FenceStore {

    private static final String ALL = "select * from geofence order by number limit $1";

    /** Changes whenever any fence does. */
    private static final String VERSION = "select version from geofence_list";

    private static final String PAGE = "select * from geofence where id > $1 order by id limit $2";

    private static final String INSERT = """
            insert into geofence (id, name, shape, dwell_seconds, webhook_url, webhook_secret)
            values ($1, $2, $3, $4, $5, $6) returning *""";

    /** An address that stays keeps its secret. */
    private static final String UPDATE = """
            update geofence set name = $2, shape = $3, dwell_seconds = $4, updated_at = clock_timestamp(), webhook_url = $5,
                webhook_secret = case when $5::text is null then null else coalesce($6::bytea, webhook_secret) end
            where id = $1 returning *""";

    private final Database database;
    private final ObjectMapper json;

    FenceStore(Database database, @Stored ObjectMapper json) {
        this.database = database;
        this.json = json;
    }

    /** What is written; the secret is sealed. */
    record Draft(
            String name,
            Shape shape,
            @Nullable Duration dwell,
            @Nullable URI webhook,
            byte @Nullable [] sealedSecret) {}

    /** Grows with each change of any fence. */
    Uni<Long> version() {
        return database.query(VERSION).map(rows -> rows.iterator().next().getLong("version"));
    }

    Uni<Long> count() {
        return database.query("select count(*) as count from geofence")
                .map(rows -> rows.iterator().next().getLong("count"));
    }

    Uni<List<Fence>> all(int max) {
        return database.query(ALL, max).map(this::fences);
    }

    Uni<List<Fence>> page(PageRequest page) {
        var after = page.after().map(position -> position.text(0)).orElse("");
        return database.query(PAGE, after, page.fetch()).map(this::fences);
    }

    Uni<Optional<Fence>> find(String id) {
        return database.query("select * from geofence where id = $1", id).map(this::first);
    }

    Uni<Fence> insert(SqlConnection transaction, String id, Draft draft) {
        return transaction
                .preparedQuery(INSERT)
                .execute(values(id, draft))
                .map(this::first)
                .map(Optional::orElseThrow);
    }

    Uni<Optional<Fence>> update(SqlConnection transaction, String id, Draft draft) {
        return transaction.preparedQuery(UPDATE).execute(values(id, draft)).map(this::first);
    }

    /** Nobody is told any more of what happened at the fence. */
    Uni<Void> endDeliveries(SqlConnection transaction, Fence fence) {
        return transaction
                .preparedQuery("update geofence_event set state = 'none' where fence = $1 and state = 'pending'")
                .execute(Tuple.of(fence.number()))
                .replaceWithVoid();
    }

    Uni<Boolean> delete(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery("delete from geofence where id = $1")
                .execute(Tuple.of(id))
                .map(rows -> rows.rowCount() == 1);
    }

    private Tuple values(String id, Draft draft) {
        return Tuple.from(Arrays.asList(
                id,
                draft.name(),
                encode(draft.shape()),
                draft.dwell() == null ? null : draft.dwell().toSeconds(),
                draft.webhook() == null ? null : draft.webhook().toString(),
                draft.sealedSecret() == null ? null : Buffer.buffer(draft.sealedSecret())));
    }

    private Optional<Fence> first(RowSet<Row> rows) {
        return fences(rows).stream().findFirst();
    }

    private List<Fence> fences(RowSet<Row> rows) {
        return rows.stream().map(this::fence).toList();
    }

    private Fence fence(Row row) {
        var dwell = row.getLong("dwell_seconds");
        var webhook = row.getString("webhook_url");
        return new Fence(
                row.getLong("number"),
                row.getString("id"),
                row.getString("name"),
                decode(row.getJson("shape").toString()),
                dwell == null ? null : Duration.ofSeconds(dwell),
                webhook == null ? null : URI.create(webhook),
                instant(row, "created_at"),
                instant(row, "updated_at"));
    }

    private JsonObject encode(Shape shape) {
        try {
            return new JsonObject(json.writerFor(Shape.class).writeValueAsString(shape));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A shape must be JSON", e);
        }
    }

    private Shape decode(String text) {
        try {
            return json.readValue(text, Shape.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Postgres holds a shape that can't be read", e);
        }
    }

    private static Instant instant(Row row, String column) {
        return row.getOffsetDateTime(column).toInstant();
    }
}
