package dev.hotstate.driver.search;

import dev.hotstate.driver.cell.GeoPoint;
import java.time.Duration;
import java.time.Instant;

/** @param distance in metres */
public record FoundDriver(long driver, GeoPoint place, double distance, Instant positionAt) {

    /** Of its position. */
    Duration ageAt(Instant now) {
        var age = Duration.between(positionAt, now);
        return age.isNegative() ? Duration.ZERO : age;
    }
}
