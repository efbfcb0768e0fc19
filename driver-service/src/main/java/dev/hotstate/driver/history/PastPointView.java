package dev.hotstate.driver.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a driver was.
 *
 * @param accuracy radius in metres in which it was
 * @param speed    metres per second
 * @param heading  degrees, clockwise from north
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PastPointView(
        Instant at,
        double lat,
        double lon,
        @Nullable Double accuracy,
        @Nullable Double speed,
        @Nullable Double heading) {

    static PastPointView of(PastPoint point) {
        var motion = point.motion();
        return new PastPointView(
                point.at(),
                point.place().lat(),
                point.place().lon(),
                motion.accuracy(),
                motion.speed(),
                motion.heading());
    }
}
