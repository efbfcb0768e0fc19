package dev.hotstate.driver.stream;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.Status;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one instance tells the others of a driver. Short names: there are many of them.
 *
 * @param n number of the driver
 * @param s its status
 * @param y latitude, 1e-7 degrees
 * @param x longitude, 1e-7 degrees
 * @param t time of the position, unix milliseconds
 * @param v version: the larger one is the later one
 * @param f if it was claimed by this: latitude and longitude of where somebody asked for it, 1e-7 degrees
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LiveDriver(
        long n,
        Status s,
        long y,
        long x,
        long t,
        long v,
        @Nullable List<Long> f) {

    public LiveDriver(long n, Status s, long y, long x, long t, long v) {
        this(n, s, y, x, t, v, null);
    }

    /** Empty as long as nobody knows where it is. */
    static Optional<LiveDriver> of(DriverChange change) {
        return Optional.ofNullable(change.state().position())
                .map(position -> new LiveDriver(
                        change.driver(),
                        change.state().status(),
                        position.place().latE7(),
                        position.place().lonE7(),
                        position.at().toEpochMilli(),
                        change.state().expiry(),
                        Optional.ofNullable(change.claimedFrom())
                                .map(from -> List.of(from.latE7(), from.lonE7()))
                                .orElse(null)));
    }

    /** The later one; and that it was claimed, if it is still busy. */
    static LiveDriver later(LiveDriver one, LiveDriver other) {
        var later = one.v() > other.v() ? one : other;
        var earlier = later == one ? other : one;
        boolean isClaimed = earlier.f() != null && later.f() == null && later.s() == Status.BUSY;
        return isClaimed ? new LiveDriver(later.n, later.s, later.y, later.x, later.t, later.v, earlier.f()) : later;
    }

    @JsonIgnore
    @Nullable
    GeoPoint askedAt() {
        return f == null ? null : GeoPoint.ofE7(f.getFirst(), f.getLast());
    }

    @JsonIgnore
    public GeoPoint place() {
        return GeoPoint.ofE7(y, x);
    }
}
