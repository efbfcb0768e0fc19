package dev.hotstate.metrics.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The tables {@code limit_policy} and {@code policy_revision}. */
@Singleton
class PolicyStore {

    private final Database database;
    private final ObjectMapper json;

    PolicyStore(Database database, @Stored ObjectMapper json) {
        this.database = database;
        this.json = json;
    }

    Uni<Long> revision() {
        return database.query("select revision from policy_revision")
                .map(rows -> rows.iterator().next().getLong("revision"));
    }

    Uni<List<LimitPolicy>> all() {
        return database.query("select * from limit_policy order by id").map(this::policies);
    }

    Uni<List<LimitPolicy>> page(PageRequest page) {
        var after = page.after().map(position -> position.text(0)).orElse("");
        return database.query("select * from limit_policy where id > $1 order by id limit $2", after, page.fetch())
                .map(this::policies);
    }

    Uni<Optional<LimitPolicy>> find(String id) {
        return database.query("select * from limit_policy where id = $1", id).map(this::first);
    }

    /** One change after the other: the next one waits for this transaction, so revisions become visible in their order. */
    Uni<Void> begin(SqlConnection transaction) {
        return transaction
                .query("update policy_revision set revision = revision + 1")
                .execute()
                .replaceWithVoid();
    }

    Uni<Optional<LimitPolicy>> find(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery("select * from limit_policy where id = $1")
                .execute(Tuple.of(id))
                .map(this::first);
    }

    Uni<Long> count(SqlConnection transaction) {
        return transaction
                .query("select count(*) as policies from limit_policy")
                .execute()
                .map(rows -> rows.iterator().next().getLong("policies"));
    }

    Uni<Void> put(SqlConnection transaction, LimitPolicy policy) {
        return transaction
                .preparedQuery("""
                        insert into limit_policy (id, version, spec, created_at, updated_at, updated_by)
                        values ($1, $2, $3, $4, $5, $6)
                        on conflict (id) do update set version = excluded.version, spec = excluded.spec,
                            updated_at = excluded.updated_at, updated_by = excluded.updated_by""")
                .execute(Tuple.of(
                        policy.id(),
                        policy.version(),
                        encode(policy.spec()),
                        policy.createdAt().atOffset(ZoneOffset.UTC),
                        policy.updatedAt().atOffset(ZoneOffset.UTC),
                        policy.updatedBy()))
                .replaceWithVoid();
    }

    Uni<Void> delete(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery("delete from limit_policy where id = $1")
                .execute(Tuple.of(id))
                .replaceWithVoid();
    }

    private Optional<LimitPolicy> first(RowSet<Row> rows) {
        return policies(rows).stream().findFirst();
    }

    private List<LimitPolicy> policies(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false).map(this::policy).toList();
    }

    private LimitPolicy policy(Row row) {
        return new LimitPolicy(
                row.getString("id"),
                row.getInteger("version"),
                decode(row.getJson("spec").toString()),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant(),
                row.getString("updated_by"));
    }

    private JsonObject encode(PolicySpec spec) {
        try {
            return new JsonObject(json.writeValueAsString(spec));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A policy must be JSON", e);
        }
    }

    private PolicySpec decode(String text) {
        try {
            return json.readValue(text, PolicySpec.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Postgres holds a policy that can't be read", e);
        }
    }
}
