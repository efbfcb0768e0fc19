package dev.hotstate.driver.stream;

import dev.hotstate.driver.position.Status;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A driver on the map. */
@Schema(name = "DriverOnMap")
record DriverOnMap(String id, Status status, double lat, double lon, Instant positionAt) {

    static DriverOnMap of(String id, LiveDriver driver) {
        return new DriverOnMap(
                id, driver.s(), driver.place().lat(), driver.place().lon(), Instant.ofEpochMilli(driver.t()));
    }
}
