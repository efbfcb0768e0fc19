package dev.hotstate.driver.stream;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.Status;
import java.util.Optional;

/**
 * What one instance tells the others of a driver. Short names: there are many of them.
 *
 * @param n number of the driver
 * @param s its status
 * @param y latitude, 1e-7 degrees
 * @param x longitude, 1e-7 degrees
 * @param t time of the position, unix milliseconds
 * @param v version: the larger one is the later one
 */
public record LiveDriver(long n, Status s, long y, long x, long t, long v) {

    /** Empty as long as nobody knows where it is. */
    static Optional<LiveDriver> of(DriverChange change) {
        return Optional.ofNullable(change.state().position())
                .map(position -> new LiveDriver(
                        change.driver(),
                        change.state().status(),
                        position.place().latE7(),
                        position.place().lonE7(),
                        position.at().toEpochMilli(),
                        change.state().expiry()));
    }

    static LiveDriver later(LiveDriver one, LiveDriver other) {
        return one.v() > other.v() ? one : other;
    }

    @JsonIgnore
    public GeoPoint place() {
        return GeoPoint.ofE7(y, x);
    }
}
