package dev.hotstate.driver.geofence;

import dev.hotstate.driver.cell.GeoPoint;
import java.time.Instant;
import java.util.Locale;

/**
 * What a driver did at a fence.
 *
 * @param version of the driver, by which a crossing that is told twice is known
 * @param text    as Redis keeps it
 */
record Crossing(long driver, long fence, Kind kind, long version, Instant at, GeoPoint place, String text) {

    enum Kind {
        ENTER,
        EXIT,
        DWELL;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Crossing of(long driver, String text) {
        var parts = text.split(",");
        var place = parts[4].split("/");
        return new Crossing(
                driver,
                Long.parseLong(parts[1]),
                Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                Long.parseLong(parts[2]),
                Instant.ofEpochMilli(Long.parseLong(parts[3])),
                GeoPoint.ofE7(Long.parseLong(place[0]), Long.parseLong(place[1])),
                text);
    }

    static String placeText(GeoPoint place) {
        return place.latE7() + "/" + place.lonE7();
    }
}
