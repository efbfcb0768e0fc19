package dev.hotstate.driver.geofence;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.List;

/**
 * That a driver is in a fence.
 *
 * @param dwelt whether it has stayed as long as the fence wants
 */
record Stay(long fence, Instant since, boolean dwelt) {

    /** As Redis keeps them. */
    static String text(List<Stay> stays) {
        return stays.stream()
                .map(stay -> "%d,%d,%d".formatted(stay.fence(), stay.since().toEpochMilli(), stay.dwelt() ? 1 : 0))
                .collect(joining(" "));
    }
}
