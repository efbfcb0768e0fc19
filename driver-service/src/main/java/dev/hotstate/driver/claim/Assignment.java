package dev.hotstate.driver.claim;

import dev.hotstate.driver.cell.GeoPoint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A driver that somebody has, or had.
 *
 * @param driver   its number
 * @param grip     how Redis holds it
 * @param distance in metres, when it was claimed; none if the driver was chosen
 * @param version  grows with each change
 */
record Assignment(
        String id,
        long driver,
        Grip grip,
        State state,
        Instant leaseUntil,
        @Nullable GeoPoint place,
        @Nullable Instant positionAt,
        @Nullable Double distance,
        Instant claimedAt,
        @Nullable Instant confirmedAt,
        @Nullable Instant endedAt,
        int version) {

    enum State {
        CLAIMED,
        CONFIRMED,
        RELEASED,
        EXPIRED;

        boolean isActive() {
            return this == CLAIMED || this == CONFIRMED;
        }
    }
}
