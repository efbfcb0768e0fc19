package dev.hotstate.driver.vehicle;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.Status;
import java.time.Instant;
import java.util.UUID;

/**
 * A driver that others know as a vehicle.
 *
 * @param reason     why it is busy or offline, or empty
 * @param since      when it began to stand like this
 * @param positionAt when it was there
 */
record Vehicle(UUID id, Status status, String reason, Instant since, GeoPoint place, Instant positionAt) {}
