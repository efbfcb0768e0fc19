package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.caller.Scopes;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The table {@code api_key}. */
@Singleton
class ApiKeyStore {

    private static final OffsetDateTime END_OF_TIME =
            Instant.parse("9999-01-01T00:00:00Z").atOffset(ZoneOffset.UTC);

    private final Database database;

    ApiKeyStore(Database database) {
        this.database = database;
    }

    Uni<Optional<ApiKey>> find(String id) {
        return database.query("select * from api_key where id = $1", id).map(ApiKeyStore::first);
    }

    /** Newest first. */
    Uni<List<ApiKey>> list(PageRequest page) {
        var createdBefore = page.after().map(after -> offset(after.instant(0))).orElse(END_OF_TIME);
        var idBefore = page.after().map(after -> after.text(1)).orElse("");
        return database.query("""
                        select * from api_key where (created_at, id) < ($1, $2)
                        order by created_at desc, id desc limit $3""", createdBefore, idBefore, page.fetch()).map(ApiKeyStore::keys);
    }

    Uni<Void> insert(SqlConnection transaction, ApiKey key) {
        return transaction
                .preparedQuery("""
                        insert into api_key (id, name, secret_hash, scopes, created_at, created_by, expires_at)
                        values ($1, $2, $3, $4, $5, $6, $7)""")
                .execute(Tuple.from(Arrays.asList(
                        key.id(),
                        key.name(),
                        Buffer.buffer(key.secretHash().bytes()),
                        key.scopes().names().toArray(String[]::new),
                        offset(key.createdAt()),
                        key.createdBy(),
                        key.expiresAt() == null ? null : offset(key.expiresAt()))))
                .replaceWithVoid();
    }

    /** The key, locked until the transaction ends, so that it is revoked or rotated once. */
    Uni<Optional<ApiKey>> lock(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery("select * from api_key where id = $1 for update")
                .execute(Tuple.of(id))
                .map(ApiKeyStore::first);
    }

    Uni<Void> revoke(SqlConnection transaction, String id, Instant at) {
        return transaction
                .preparedQuery("update api_key set revoked_at = $2 where id = $1")
                .execute(Tuple.of(id, offset(at)))
                .replaceWithVoid();
    }

    Uni<Void> replace(SqlConnection transaction, String id, String replacedBy, Instant expiresAt) {
        return transaction
                .preparedQuery("update api_key set replaced_by = $2, expires_at = $3 where id = $1")
                .execute(Tuple.of(id, replacedBy, offset(expiresAt)))
                .replaceWithVoid();
    }

    /** One statement for all keys that were used since the last time. */
    Uni<Void> markUsed(Map<String, Instant> lastUses) {
        var ids = lastUses.keySet().toArray(String[]::new);
        var times = lastUses.values().stream().map(ApiKeyStore::offset).toArray(OffsetDateTime[]::new);
        return database.query("""
                        update api_key set last_used_at = greatest(last_used_at, used.at)
                        from unnest($1::text[], $2::timestamptz[]) as used (id, at) where api_key.id = used.id""", ids, times).replaceWithVoid();
    }

    private static Optional<ApiKey> first(RowSet<Row> rows) {
        return keys(rows).stream().findFirst();
    }

    private static List<ApiKey> keys(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(ApiKeyStore::key)
                .toList();
    }

    private static ApiKey key(Row row) {
        return new ApiKey(
                row.getString("id"),
                row.getString("name"),
                SecretHash.stored(row.getBuffer("secret_hash").getBytes()),
                new Scopes(Set.of(row.getArrayOfStrings("scopes"))),
                instant(row, "created_at"),
                row.getString("created_by"),
                instant(row, "expires_at"),
                instant(row, "revoked_at"),
                instant(row, "last_used_at"),
                row.getString("replaced_by"));
    }

    private static @Nullable Instant instant(Row row, String column) {
        var value = row.getOffsetDateTime(column);
        return value == null ? null : value.toInstant();
    }

    private static OffsetDateTime offset(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
