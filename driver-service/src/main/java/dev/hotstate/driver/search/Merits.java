package dev.hotstate.driver.search;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What speaks for drivers beside where they are, as Postgres knows it: a moment behind. */
@Singleton
class Merits {

    private static final String OF = """
            select number, rating, case when status = 'AVAILABLE' then since end as since
            from driver left join driver_state on driver_state.driver = driver.number
            where number = any ($1)""";

    private final Database database;

    Merits(Database database) {
        this.database = database;
    }

    /** @param availableSince empty if Postgres has not heard that it is available */
    record Merit(Optional<Double> rating, Optional<Instant> availableSince) {

        static final Merit UNKNOWN = new Merit(Optional.empty(), Optional.empty());
    }

    /** Nothing is known of those that are missing; of nobody while Postgres is away. */
    Uni<Map<Long, Merit>> of(Collection<Long> drivers) {
        return database.query(OF, (Object) drivers.toArray(Long[]::new))
                .map(rows -> {
                    Map<Long, Merit> merits = new HashMap<>();
                    rows.forEach(row -> merits.put(row.getLong("number"), merit(row)));
                    return merits;
                })
                .onFailure()
                .recoverWithItem(Map.of());
    }

    private static Merit merit(Row row) {
        return new Merit(
                Optional.ofNullable(row.getFloat("rating")).map(Float::doubleValue),
                Optional.ofNullable(row.getOffsetDateTime("since")).map(time -> time.toInstant()));
    }
}
