package dev.hotstate.driver.stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.Status;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A driver on the map.
 *
 * @param claimedFrom if somebody has just claimed it: where they asked for the nearest
 */
@Schema(name = "DriverOnMap")
@JsonInclude(JsonInclude.Include.NON_NULL)
record DriverOnMap(
        String id,
        Status status,
        double lat,
        double lon,
        Instant positionAt,
        @Nullable ClaimPoint claimedFrom) {

    @Schema(name = "ClaimPoint")
    record ClaimPoint(double lat, double lon) {

        static @Nullable ClaimPoint of(@Nullable GeoPoint place) {
            return place == null ? null : new ClaimPoint(place.lat(), place.lon());
        }
    }

    static DriverOnMap of(String id, LiveDriver driver) {
        return new DriverOnMap(
                id,
                driver.s(),
                driver.place().lat(),
                driver.place().lon(),
                Instant.ofEpochMilli(driver.t()),
                ClaimPoint.of(driver.askedAt()));
    }
}
