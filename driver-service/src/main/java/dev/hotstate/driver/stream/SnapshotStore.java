package dev.hotstate.driver.stream;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.PositionConfig;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;

/** Who is in a part of the map, from Postgres: it is a second behind, and there also while Redis is away. */
@Singleton
public class SnapshotStore {

    private static final String INSIDE = """
            select driver, status, current_lat, current_lon, position_at, state.version
            from driver_state state
            where status = $1 and point(current_lon, current_lat) <@ any (array[
                    box(point($2, $3), point(case when $2 <= $4 then $4 else 180 end, $5)),
                    box(point(case when $2 <= $4 then $2 else -180 end, $3), point($4, $5))])
              and last_active_at > now() - make_interval(secs => $6)
            limit $7""";

    private final Database database;
    private final PositionConfig config;

    SnapshotStore(Database database, PositionConfig config) {
        this.database = database;
        this.config = config;
    }

    public Uni<List<LiveDriver>> inside(Bounds bounds, Status status, int max) {
        double heartbeat = config.heartbeat().toMillis() / 1_000.0;
        return database.query(
                        INSIDE,
                        status.name(),
                        bounds.west(),
                        bounds.south(),
                        bounds.east(),
                        bounds.north(),
                        heartbeat,
                        max)
                .map(rows -> rows.stream()
                        .map(row -> {
                            var place = new GeoPoint(row.getDouble("current_lat"), row.getDouble("current_lon"));
                            return new LiveDriver(
                                    row.getLong("driver"),
                                    Status.valueOf(row.getString("status")),
                                    place.latE7(),
                                    place.lonE7(),
                                    row.getOffsetDateTime("position_at")
                                            .toInstant()
                                            .toEpochMilli(),
                                    row.getLong("version"));
                        })
                        .toList());
    }
}
