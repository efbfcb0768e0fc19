package dev.hotstate.driver.position;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a driver was when. */
public record PositionView(double lat, double lon, Instant at) {

    public static @Nullable PositionView of(DriverState.@Nullable Position position) {
        return position == null
                ? null
                : new PositionView(position.place().lat(), position.place().lon(), position.at());
    }
}
