package dev.hotstate.driver.history;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.Motion;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The table {@code driver_position}. */
@Singleton
class HistoryStore {

    /** Who was erased meanwhile is left out; two points of one millisecond are one. */
    private static final String WRITE = """
            insert into driver_position (driver, at, lat, lon, accuracy, speed, heading)
            select new.driver, new.at, new.lat, new.lon, new.accuracy, new.speed, new.heading
            from unnest($1::bigint[], $2::timestamptz[], $3::float8[], $4::float8[], $5::float4[], $6::float4[], $7::float4[])
                as new (driver, at, lat, lon, accuracy, speed, heading)
            join driver on driver.number = new.driver
            on conflict do nothing""";

    private static final String PAGE = """
            select * from driver_position where driver = $1 and at >= $2 and at < $3 order by at desc limit $4""";

    private static final String FORGET = """
            delete from driver_position where ctid = any (array(
                select ctid from driver_position where at < clock_timestamp() - make_interval(secs => $1)
                order by at limit $2))""";

    private final Database database;

    HistoryStore(Database database) {
        this.database = database;
    }

    Uni<Void> write(List<PastPoint> points) {
        return database.query(
                        WRITE,
                        column(points, PastPoint::driver, Long[]::new),
                        column(points, point -> utc(point.at()), OffsetDateTime[]::new),
                        column(points, point -> point.place().lat(), Double[]::new),
                        column(points, point -> point.place().lon(), Double[]::new),
                        column(points, point -> real(point.motion().accuracy()), Float[]::new),
                        column(points, point -> real(point.motion().speed()), Float[]::new),
                        column(points, point -> real(point.motion().heading()), Float[]::new))
                .replaceWithVoid();
    }

    /** Newest first. */
    Uni<List<PastPoint>> page(long driver, Instant from, Instant before, int max) {
        return database.query(PAGE, driver, utc(from), utc(before), max)
                .map(rows -> rows.stream().map(HistoryStore::point).toList());
    }

    /** @return how many were removed */
    Uni<Integer> forget(Duration keep, int max) {
        return database.query(FORGET, keep.toMillis() / 1_000.0, max).map(rows -> rows.rowCount());
    }

    private static PastPoint point(Row row) {
        return new PastPoint(
                row.getLong("driver"),
                row.getOffsetDateTime("at").toInstant(),
                new GeoPoint(row.getDouble("lat"), row.getDouble("lon")),
                new Motion(real(row, "accuracy"), real(row, "speed"), real(row, "heading")));
    }

    private static @Nullable Double real(Row row, String column) {
        var value = row.getFloat(column);
        return value == null ? null : value.doubleValue();
    }

    private static @Nullable Float real(@Nullable Double value) {
        return value == null ? null : value.floatValue();
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static <V> V[] column(
            List<PastPoint> points, Function<PastPoint, @Nullable V> value, IntFunction<V[]> array) {
        return points.stream().map(value).toArray(array);
    }
}
