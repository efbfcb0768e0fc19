package dev.hotstate.driver.position;

import dev.hotstate.driver.cell.GeoPoint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A point as a driver sends it.
 *
 * @param at  by the clock of the driver; absent: now
 * @param seq a count of the driver's, which orders better than clocks
 */
public record Point(
        GeoPoint place, @Nullable Instant at, @Nullable Long seq, Motion motion) {

    public Point(GeoPoint place, @Nullable Instant at, @Nullable Long seq) {
        this(place, at, seq, Motion.UNKNOWN);
    }
}
