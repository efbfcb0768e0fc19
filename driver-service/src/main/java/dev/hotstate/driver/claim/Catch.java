package dev.hotstate.driver.claim;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.DriverState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A driver that is not assigned yet.
 *
 * @param place    none if it never sent one
 * @param distance in metres to where it was asked for; none if the driver was chosen
 * @param inRedis  whether it was claimed there; else Redis is told when Postgres has granted it
 */
record Catch(
        long driver,
        Grip grip,
        @Nullable GeoPoint place,
        @Nullable Instant positionAt,
        @Nullable Double distance,
        boolean inRedis) {

    static Catch claimed(long driver, Grip grip, DriverState state, @Nullable Double distance) {
        var position = state.position();
        return new Catch(
                driver,
                grip,
                position == null ? null : position.place(),
                position == null ? null : position.at(),
                distance,
                true);
    }
}
