package dev.hotstate.driver.position;

import dev.hotstate.driver.cell.GeoPoint;
import org.jspecify.annotations.Nullable;

/**
 * Something about a driver is different now. Changes of one driver may be told in another order than they happened in, by
 * requests or instances that overtake one another: the larger expiry is the later one.
 *
 * @param point       that became the position by this
 * @param claimedFrom where somebody asked for the nearest and got this one
 */
public record DriverChange(
        long driver,
        DriverState state,
        @Nullable Point point,
        @Nullable GeoPoint claimedFrom) {

    public DriverChange(long driver, DriverState state, @Nullable Point point) {
        this(driver, state, point, null);
    }
}
