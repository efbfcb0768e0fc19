package dev.hotstate.driver.registry;

import java.time.Instant;

/**
 * A driver as Postgres has it.
 *
 * @param number what Redis calls it
 * @param id     what people call it
 */
public record Driver(
        long number, String id, DriverProfile profile, int version, Instant createdAt, Instant updatedAt) {}
