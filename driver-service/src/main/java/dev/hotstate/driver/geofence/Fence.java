package dev.hotstate.driver.geofence;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An area with a name.
 *
 * @param number  what Redis calls it
 * @param dwell   after which a driver counts as staying; none: nobody wants to know
 * @param webhook where crossings are told
 */
record Fence(
        long number,
        String id,
        String name,
        Shape shape,
        @Nullable Duration dwell,
        @Nullable URI webhook,
        Instant createdAt,
        Instant updatedAt) {}
