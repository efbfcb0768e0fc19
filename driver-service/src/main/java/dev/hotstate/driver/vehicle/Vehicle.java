package dev.hotstate.driver.vehicle;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.Reasons;
import dev.hotstate.driver.position.Status;
import java.time.Instant;
import java.util.UUID;

/**
 * A driver that others know as a vehicle.
 *
 * @param reason     why it is busy or offline, or empty
 * @param since      when it began to stand like this
 * @param heardUntil when its heartbeat lapses or has lapsed
 * @param positionAt when it was there
 */
record Vehicle(
        UUID id, Status status, String reason, Instant since, Instant heardUntil, GeoPoint place, Instant positionAt) {

    /** Who has gone silent is offline, whether or not anybody has written that down. */
    Vehicle at(Instant now) {
        return status == Status.AVAILABLE && !heardUntil.isAfter(now)
                ? new Vehicle(id, Status.OFFLINE, Reasons.HEARTBEAT, heardUntil, heardUntil, place, positionAt)
                : this;
    }
}
