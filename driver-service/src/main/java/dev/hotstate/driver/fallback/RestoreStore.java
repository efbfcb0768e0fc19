package dev.hotstate.driver.fallback;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.Standing;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Takes drivers out of Postgres and puts them into Redis. */
@Singleton
class RestoreStore {

    static final Script<RestoreWord> RESTORE_DRIVER = Script.load("lua/fallback/restore_driver.lua", RestoreWord.class);

    private static final byte[] NO_CELL = {};

    /** The version is the end of the heartbeat. */
    private static final String LIVING = """
            select driver, version, current_lat, current_lon, position_at from driver_state
            where driver > $1 and version > coalesce($2::bigint, extract(epoch from now()) * 1000)
            order by driver limit $3""";

    private static final String SOME = """
            select driver, version, current_lat, current_lon, position_at from driver_state where driver = any ($1)""";

    private final Database database;
    private final Scripts scripts;
    private final DriverKeys keys;
    private final CellGrid grid;

    RestoreStore(Database database, Scripts scripts, DriverKeys keys, CellGrid grid) {
        this.database = database;
        this.scripts = scripts;
        this.keys = keys;
        this.grid = grid;
    }

    /** @param expiry of its heartbeat, unix milliseconds */
    record Living(long driver, long expiry, Optional<DriverState.Position> position) {

        /** Whether something about it would be in one of the ranges. */
        boolean isIn(List<Integer> ranges, DriverKeys keys) {
            return ranges.contains(DriverKeys.rangeOf(keys.status(driver).slot()))
                    || position.filter(at -> ranges.contains(
                                    DriverKeys.rangeOf(keys.geo(at.cell()).slot())))
                            .isPresent();
        }
    }

    /**
     * In the order of the numbers.
     *
     * @param now as Redis shows it; by the clock of Postgres if nothing was heard of it yet, never by that of this instance
     */
    Uni<List<Living>> living(long after, Optional<Instant> now, int limit) {
        return database.query(LIVING, after, now.map(Instant::toEpochMilli).orElse(null), limit)
                .map(rows -> rows.stream().map(this::living).toList());
    }

    Uni<List<Living>> of(Collection<Long> drivers) {
        return database.query(SOME, (Object) drivers.toArray(Long[]::new))
                .map(rows -> rows.stream().map(this::living).toList());
    }

    /** The driver as Redis knows it then; empty if its heartbeat has lapsed. */
    Uni<Optional<DriverState>> restore(Living driver, Standing standing) {
        var arguments = new ArrayList<Object>(7);
        arguments.add(standing.text());
        driver.position()
                .ifPresentOrElse(
                        at -> arguments.addAll(List.of(
                                at.cell().bytes(),
                                at.place().latE7(),
                                at.place().lonE7(),
                                at.at().toEpochMilli())),
                        () -> arguments.addAll(List.of(NO_CELL, 0L, 0L, 0L)));
        arguments.add(driver.expiry());
        arguments.add(DriverKeys.who(driver.driver()));
        return scripts.run(RESTORE_DRIVER, keys.status(driver.driver()))
                .idempotent()
                .args(arguments.toArray())
                .map(reply ->
                        reply.is(RestoreWord.LAPSED) ? Optional.empty() : Optional.of(DriverState.of(reply.values())));
    }

    private Living living(Row row) {
        return new Living(row.getLong("driver"), row.getLong("version"), position(row));
    }

    private Optional<DriverState.Position> position(Row row) {
        var at = row.getOffsetDateTime("position_at");
        if (at == null) {
            return Optional.empty();
        }
        var place = new GeoPoint(row.getDouble("current_lat"), row.getDouble("current_lon"));
        return Optional.of(new DriverState.Position(place, grid.of(place), at.toInstant()));
    }
}
