package dev.hotstate.driver.geofence;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What a driver did at a fence.
 *
 * @param webhook whether the address of the fence was told
 */
@Schema(name = "GeofenceEvent")
record EventView(
        String id,
        String fenceId,
        String fenceName,
        String driverId,
        @Schema(enumeration = {"enter", "exit", "dwell"}) String kind,
        Instant at,
        double lat,
        double lon,

        @Schema(enumeration = {"none", "pending", "sent", "dead"})
        String webhook) {

    static EventView of(FenceEvent event) {
        return new EventView(
                event.position().toString(),
                event.fence(),
                event.fenceName(),
                event.driver(),
                event.kind(),
                event.at(),
                event.place().lat(),
                event.place().lon(),
                event.state());
    }
}
