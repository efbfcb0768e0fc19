package dev.hotstate.driver.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables {@code driver} and {@code driver_erasure}. */
@Singleton
class RegistryStore {

    private static final String INSERT = """
            insert into driver (id, profile, rating, version) values ($1, $2, $3, 1)
            on conflict (id) do nothing
            returning *""";

    private static final String UPDATE = """
            update driver set profile = $2, rating = $3, version = version + 1, updated_at = clock_timestamp()
            where id = $1
            returning *""";

    private static final String ERASE = """
            with erased as (delete from driver where id = $1 returning number)
            insert into driver_erasure (driver) select number from erased
            returning driver""";

    private final Database database;
    private final ObjectMapper json;

    RegistryStore(Database database, @Stored ObjectMapper json) {
        this.database = database;
        this.json = json;
    }

    Uni<List<DriverIds.Pair>> byIds(List<String> ids) {
        return database.query("select id, number from driver where id = any ($1)", (Object) ids.toArray(String[]::new))
                .map(RegistryStore::pairs);
    }

    Uni<List<DriverIds.Pair>> byNumbers(List<Long> numbers) {
        return database.query(
                        "select id, number from driver where number = any ($1)", (Object) numbers.toArray(Long[]::new))
                .map(RegistryStore::pairs);
    }

    /** In the order of the numbers. */
    Uni<List<DriverIds.Pair>> pairsAfter(long number, int limit) {
        return database.query("select id, number from driver where number > $1 order by number limit $2", number, limit)
                .map(RegistryStore::pairs);
    }

    Uni<Optional<Driver>> find(String id) {
        return database.query("select * from driver where id = $1", id).map(this::first);
    }

    /** In the order of the ids. */
    Uni<List<Driver>> page(String afterId, String idPart, int limit) {
        return database.query(
                        "select * from driver where id > $1 and ($2 = '' or strpos(id, $2) > 0) order by id limit $3",
                        afterId,
                        idPart,
                        limit)
                .map(rows -> rows.stream().map(this::driver).toList());
    }

    /** Empty if there is one with this id. */
    Uni<Optional<Driver>> insert(SqlConnection transaction, String id, DriverProfile profile) {
        return write(transaction, INSERT, id, profile);
    }

    /** Empty if there is none with this id. */
    Uni<Optional<Driver>> update(SqlConnection transaction, String id, DriverProfile profile) {
        return write(transaction, UPDATE, id, profile);
    }

    /** @return the number of the driver, if there was one */
    Uni<Optional<Long>> erase(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery(ERASE)
                .execute(Tuple.of(id))
                .map(rows -> rows.stream().map(row -> row.getLong("driver")).findFirst());
    }

    /** Drivers that Redis still has to forget. */
    Uni<List<Long>> erased(int limit) {
        return database.query("select driver from driver_erasure order by at limit $1", limit)
                .map(rows -> rows.stream().map(row -> row.getLong("driver")).toList());
    }

    Uni<Void> forgotten(Collection<Long> drivers) {
        return database.query(
                        "delete from driver_erasure where driver = any ($1)", (Object) drivers.toArray(Long[]::new))
                .replaceWithVoid();
    }

    private Uni<Optional<Driver>> write(SqlConnection transaction, String sql, String id, DriverProfile profile) {
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.of(id, written(profile), asReal(profile.rating())))
                .map(this::first);
    }

    private Optional<Driver> first(RowSet<Row> rows) {
        return rows.stream().findFirst().map(this::driver);
    }

    private Driver driver(Row row) {
        return new Driver(
                row.getLong("number"),
                row.getString("id"),
                read(row.getJsonObject("profile")),
                row.getInteger("version"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant());
    }

    private JsonObject written(DriverProfile profile) {
        try {
            return new JsonObject(json.writeValueAsString(profile));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A profile must be JSON", e);
        }
    }

    private DriverProfile read(JsonObject profile) {
        try {
            return json.readValue(profile.encode(), DriverProfile.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A stored profile can't be read", e);
        }
    }

    private static @Nullable Float asReal(@Nullable Double rating) {
        return rating == null ? null : rating.floatValue();
    }

    private static List<DriverIds.Pair> pairs(RowSet<Row> rows) {
        return rows.stream()
                .map(row -> new DriverIds.Pair(row.getString("id"), row.getLong("number")))
                .toList();
    }
}
