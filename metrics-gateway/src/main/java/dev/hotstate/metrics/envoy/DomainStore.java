package dev.hotstate.metrics.envoy;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The table {@code envoy_domain}. */
@Singleton
class DomainStore {

    private final Database database;

    DomainStore(Database database) {
        this.database = database;
    }

    record Stored(String domain, int version, String config, Instant updatedAt, String updatedBy) {}

    Uni<Map<String, Integer>> versions() {
        return database.query("select domain, version from envoy_domain")
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .collect(Collectors.toMap(row -> row.getString("domain"), row -> row.getInteger("version"))));
    }

    Uni<List<Stored>> all() {
        return database.query("select * from envoy_domain order by domain").map(DomainStore::stored);
    }

    Uni<Optional<Stored>> find(String domain) {
        return database.query("select * from envoy_domain where domain = $1", domain)
                .map(rows -> stored(rows).stream().findFirst());
    }

    Uni<Long> count(SqlConnection transaction) {
        return transaction
                .query("select count(*) as domains from envoy_domain")
                .execute()
                .map(rows -> rows.iterator().next().getLong("domains"));
    }

    /** Versions never repeat, also not of a domain that was removed meanwhile: instances compare them. */
    Uni<Stored> put(SqlConnection transaction, String domain, String config, Instant now, String by) {
        return transaction
                .preparedQuery("""
                        insert into envoy_domain (domain, version, config, updated_at, updated_by)
                        values ($1, nextval('envoy_domain_version'), $2, $3, $4)
                        on conflict (domain) do update set version = excluded.version, config = excluded.config,
                            updated_at = excluded.updated_at, updated_by = excluded.updated_by
                        returning *""")
                .execute(Tuple.of(domain, config, now.atOffset(ZoneOffset.UTC), by))
                .map(rows -> stored(rows).getFirst());
    }

    Uni<Boolean> delete(SqlConnection transaction, String domain) {
        return transaction
                .preparedQuery("delete from envoy_domain where domain = $1")
                .execute(Tuple.of(domain))
                .map(rows -> rows.rowCount() == 1);
    }

    private static List<Stored> stored(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> new Stored(
                        row.getString("domain"),
                        row.getInteger("version"),
                        row.getString("config"),
                        row.getOffsetDateTime("updated_at").toInstant(),
                        row.getString("updated_by")))
                .toList();
    }
}
