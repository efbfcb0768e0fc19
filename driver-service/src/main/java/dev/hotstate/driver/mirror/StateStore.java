package dev.hotstate.driver.mirror;

import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.PositionConfig;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The table {@code driver_state}. */
@Singleton
class StateStore {

    /**
     * Who was erased meanwhile is left out. Without a point of its own a state keeps how the driver moved. What somebody said
     * about the status holds until somebody says something later: a replica of Redis that took over may not have heard it.
     */
    private static final String WRITE = """
            insert into driver_state as known (driver, status, reason, version, last_active_at, since, current_lat, current_lon,
                                               position_at, accuracy, speed, heading, said)
            select new.driver, new.status, new.reason, new.version, least(new.active, clock_timestamp()),
                   least(new.active, clock_timestamp()), new.lat, new.lon, new.at,
                   new.accuracy, new.speed, new.heading, new.said
            from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::float8[], $7::float8[],
                        $8::timestamptz[], $9::float4[], $10::float4[], $11::float4[], $12::bigint[])
                as new (driver, status, reason, version, active, lat, lon, at, accuracy, speed, heading, said)
            join driver on driver.number = new.driver
            order by new.driver
            on conflict (driver) do update set
                status = case when excluded.said >= known.said then excluded.status else known.status end,
                reason = case when excluded.said >= known.said then excluded.reason else known.reason end,
                said = greatest(excluded.said, known.said),
                version = excluded.version, last_active_at = excluded.last_active_at,
                since = case when excluded.said < known.said
                                  or (known.status, known.reason) = (excluded.status, excluded.reason) then known.since
                             else excluded.since end,
                current_lat = excluded.current_lat, current_lon = excluded.current_lon,
                position_at = excluded.position_at,
                accuracy = case when known.position_at = excluded.position_at then coalesce(excluded.accuracy, known.accuracy)
                                else excluded.accuracy end,
                speed = case when known.position_at = excluded.position_at then coalesce(excluded.speed, known.speed)
                             else excluded.speed end,
                heading = case when known.position_at = excluded.position_at then coalesce(excluded.heading, known.heading)
                               else excluded.heading end
            where excluded.version > known.version
            returning driver, said""";

    private static final String STANDINGS = """
            select number, coalesce(status, 'AVAILABLE') as status, coalesce(reason, '') as reason, coalesce(said, 0) as said
            from driver left join driver_state on driver_state.driver = driver.number
            where number = any ($1)""";

    private final Database database;
    private final PositionConfig config;

    StateStore(Database database, PositionConfig config) {
        this.database = database;
        this.config = config;
    }

    /** How a driver stood when Redis was last heard. */
    record LastStanding(Status status, String reason, long said) {}

    /** @return drivers of whom Redis has forgotten what somebody said about their status */
    Uni<List<Long>> write(List<Waiting.Row> rows) {
        return database.inTransaction(
                        transaction -> transaction.preparedQuery(WRITE).execute(parameters(rows)))
                .map(written -> forgotten(rows, written));
    }

    private static List<Long> forgotten(List<Waiting.Row> rows, RowSet<Row> written) {
        var said = new HashMap<Long, Long>();
        rows.forEach(row -> said.put(row.driver(), row.state().said()));
        return written.stream()
                .filter(row -> row.getLong("said") > said.get(row.getLong("driver")))
                .map(row -> row.getLong("driver"))
                .toList();
    }

    /** Of those that exist. */
    Uni<Map<Long, LastStanding>> lastStandings(Collection<Long> drivers) {
        return database.query(STANDINGS, (Object) drivers.toArray(Long[]::new)).map(rows -> {
            var found = new HashMap<Long, LastStanding>();
            rows.forEach(row -> found.put(
                    row.getLong("number"),
                    new LastStanding(
                            Status.valueOf(row.getString("status")), row.getString("reason"), row.getLong("said"))));
            return found;
        });
    }

    private Tuple parameters(List<Waiting.Row> rows) {
        return Tuple.tuple()
                .addValue(column(rows, Waiting.Row::driver, Long[]::new))
                .addValue(column(rows, row -> row.state().status().name(), String[]::new))
                .addValue(column(rows, row -> row.state().reason(), String[]::new))
                .addValue(column(rows, row -> row.state().expiry(), Long[]::new))
                .addValue(column(rows, row -> time(lastActive(row.state())), OffsetDateTime[]::new))
                .addValue(position(rows, at -> at.place().lat(), Double[]::new))
                .addValue(position(rows, at -> at.place().lon(), Double[]::new))
                .addValue(position(rows, at -> time(at.at()), OffsetDateTime[]::new))
                .addValue(column(rows, row -> real(row.motion().accuracy()), Float[]::new))
                .addValue(column(rows, row -> real(row.motion().speed()), Float[]::new))
                .addValue(column(rows, row -> real(row.motion().heading()), Float[]::new))
                .addValue(column(rows, row -> row.state().said(), Long[]::new));
    }

    /** Every sign of life sets the expiry to a heartbeat later. */
    private Instant lastActive(DriverState state) {
        return Instant.ofEpochMilli(state.expiry()).minus(config.heartbeat());
    }

    private static <V> V[] column(
            List<Waiting.Row> rows, Function<Waiting.Row, @Nullable V> value, IntFunction<V[]> array) {
        return rows.stream().map(value).toArray(array);
    }

    private static <V> V[] position(
            List<Waiting.Row> rows, Function<DriverState.Position, V> value, IntFunction<V[]> array) {
        return column(
                rows,
                row -> {
                    var position = row.state().position();
                    return position == null ? null : value.apply(position);
                },
                array);
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static @Nullable Float real(@Nullable Double value) {
        return value == null ? null : value.floatValue();
    }
}
