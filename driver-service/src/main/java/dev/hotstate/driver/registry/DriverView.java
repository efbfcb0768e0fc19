package dev.hotstate.driver.registry;

import java.time.Instant;

/**
 * A driver as the API shows it.
 *
 * @param stale whether Postgres could not be asked, so that the profile may have changed since
 */
public record DriverView(
        String id, DriverProfile profile, int version, Instant createdAt, Instant updatedAt, boolean stale) {

    static DriverView of(Driver driver, boolean stale) {
        return new DriverView(
                driver.id(), driver.profile(), driver.version(), driver.createdAt(), driver.updatedAt(), stale);
    }
}
