package dev.hotstate.driver.geofence;

import dev.hotstate.driver.cell.GeoPoint;
import java.time.Instant;

/**
 * A crossing as it was written down, in the ids of people.
 *
 * @param state of its webhook
 */
record FenceEvent(
        EventPosition position,
        String fence,
        String fenceName,
        String driver,
        String kind,
        Instant at,
        GeoPoint place,
        String state) {}
