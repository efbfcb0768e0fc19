package dev.hotstate.driver.position;

import org.jspecify.annotations.Nullable;

/**
 * How a driver moved, as its receiver says.
 *
 * @param accuracy of the point, in metres
 * @param speed    in metres per second
 * @param heading  in degrees, clockwise from north
 */
public record Motion(
        @Nullable Double accuracy,
        @Nullable Double speed,
        @Nullable Double heading) {

    public static final Motion UNKNOWN = new Motion(null, null, null);
}
