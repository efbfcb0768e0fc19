package dev.hotstate.driver.geofence;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The table {@code geofence_event}: each crossing once, whoever writes it. */
@Singleton
class EventStore {

    /**
     * Crossings of fences or drivers that are gone are left out. The last one of each fence says whether the driver is in it. In the
     * order of the drivers, and of what each did: two instances that write the same never wait for each other.
     */
    private static final String WRITE = """
            with written as (
            insert into geofence_event (fence, driver, kind, version, at, lat, lon, host, state)
            select geofence.number, driver.number, new.kind, new.version, new.at, new.lat, new.lon,
                   coalesce(lower(substring(webhook_url from '://(?:[^/@]*@)?([^/:?#]+)')), ''),
                   case when webhook_url is null then 'none' else 'pending' end
            from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::timestamptz[], $6::float8[], $7::float8[])
                with ordinality as new (fence, driver, kind, version, at, lat, lon, rank)
            join geofence on geofence.number = new.fence
            join driver on driver.number = new.driver
            order by driver.number, new.rank
            on conflict do nothing
            returning driver, fence, kind, version, at)
            insert into geofence_stay as known (driver, fence, version, since, is_inside, dwelt)
            select distinct on (driver, fence) driver, fence, version, at, kind <> 'exit', kind = 'dwell' from written
            order by driver, fence, version desc, kind
            on conflict (driver, fence) do update set
                version = excluded.version, is_inside = excluded.is_inside, dwelt = excluded.dwelt,
                since = case when excluded.dwelt and known.is_inside then known.since else excluded.since end
            where excluded.version > known.version""";

    private static final String STAYS =
            "select driver, fence, since, dwelt from geofence_stay where driver = any ($1) and is_inside order by driver, fence";

    private static final String INSIDE = """
            select distinct driver from geofence_stay where driver > $1 and is_inside order by driver limit $2""";

    private static final String FORGET_STAYS = """
            delete from geofence_stay where (driver, fence) in (
                select driver, fence from geofence_stay
                where not is_inside and since < clock_timestamp() - make_interval(secs => $1) limit $2)""";

    private static final String COLUMNS = """
            select event.*, event.transaction::text as xact, geofence.id as fence_id, geofence.name as fence_name,
                   driver.id as driver_id
            from geofence_event event
            join geofence on geofence.number = event.fence
            join driver on driver.number = event.driver
            """;

    /** Nothing that is still being written comes before what is answered. */
    private static final String SINCE = COLUMNS + """
            where (event.transaction, event.id) > ($1::text::xid8, $2)
              and event.transaction < pg_snapshot_xmin(pg_current_snapshot())
            order by event.transaction, event.id limit $3""";

    private static final String NEWEST = """
            select transaction::text as xact, id from geofence_event
            where transaction < pg_snapshot_xmin(pg_current_snapshot())
            order by transaction desc, id desc limit 1""";

    private static final String PAGE = COLUMNS + """
            where ($1::text is null or geofence.id = $1) and ($2::text is null or driver.id = $2) and event.id < $3
            order by event.id desc limit $4""";

    private static final String FORGET = """
            delete from geofence_event where id in (
                select id from geofence_event where created_at < clock_timestamp() - make_interval(secs => $1)
                order by created_at limit $2)""";

    private final Database database;

    EventStore(Database database) {
        this.database = database;
    }

    Uni<Void> write(List<Crossing> crossings) {
        return database.query(
                        WRITE,
                        array(crossings, Crossing::fence, Long[]::new),
                        array(crossings, Crossing::driver, Long[]::new),
                        array(crossings, crossing -> crossing.kind().wire(), String[]::new),
                        array(crossings, Crossing::version, Long[]::new),
                        array(crossings, crossing -> crossing.at().atOffset(ZoneOffset.UTC), OffsetDateTime[]::new),
                        array(crossings, crossing -> crossing.place().lat(), Double[]::new),
                        array(crossings, crossing -> crossing.place().lon(), Double[]::new))
                .replaceWithVoid();
    }

    /** In which fences drivers are. */
    Uni<Map<Long, List<Stay>>> stays(Collection<Long> drivers) {
        return database.query(STAYS, (Object) drivers.toArray(Long[]::new))
                .map(rows -> rows.stream()
                        .collect(groupingBy(
                                row -> row.getLong("driver"),
                                mapping(
                                        row -> new Stay(
                                                row.getLong("fence"),
                                                row.getOffsetDateTime("since").toInstant(),
                                                row.getBoolean("dwelt")),
                                        toList()))));
    }

    /** Drivers that are in any fence, in the order of their numbers. */
    Uni<List<Long>> inside(long after, int max) {
        return database.query(INSIDE, after, max)
                .map(rows -> rows.stream().map(row -> row.getLong("driver")).toList());
    }

    /** @return how many that had ended so long ago were removed */
    Uni<Integer> forgetStays(Duration keep, int max) {
        return database.query(FORGET_STAYS, keep.toMillis() / 1_000.0, max).map(rows -> rows.rowCount());
    }

    /** What became visible after that position, in an order that is the same for everybody. */
    Uni<List<FenceEvent>> since(EventPosition position, int max) {
        return database.query(SINCE, position.transaction(), position.id(), max)
                .map(rows -> rows.stream().map(EventStore::event).toList());
    }

    Uni<EventPosition> newest() {
        return database.query(NEWEST)
                .map(rows -> rows.stream()
                        .findFirst()
                        .map(row -> new EventPosition(row.getString("xact"), row.getLong("id")))
                        .orElse(EventPosition.BEGINNING));
    }

    /** Newest first. */
    Uni<List<FenceEvent>> page(@Nullable String fence, @Nullable String driver, PageRequest page) {
        long before = page.after().map(position -> position.number(0)).orElse(Long.MAX_VALUE);
        return database.query(PAGE, fence, driver, before, page.fetch())
                .map(rows -> rows.stream().map(EventStore::event).toList());
    }

    /** @return how many were removed */
    Uni<Integer> forget(Duration keep, int max) {
        return database.query(FORGET, keep.toMillis() / 1_000.0, max).map(rows -> rows.rowCount());
    }

    static FenceEvent event(Row row) {
        return new FenceEvent(
                new EventPosition(row.getString("xact"), row.getLong("id")),
                row.getString("fence_id"),
                row.getString("fence_name"),
                row.getString("driver_id"),
                row.getString("kind"),
                row.getOffsetDateTime("at").toInstant(),
                new GeoPoint(row.getDouble("lat"), row.getDouble("lon")),
                Optional.ofNullable(row.getString("state")).orElse("none"));
    }

    private static <T> T[] array(List<Crossing> crossings, Function<Crossing, T> value, IntFunction<T[]> type) {
        return crossings.stream().map(value).toArray(type);
    }
}
