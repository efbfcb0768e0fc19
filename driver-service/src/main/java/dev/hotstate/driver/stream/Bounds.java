package dev.hotstate.driver.stream;

import dev.hotstate.driver.cell.Area;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the map.
 *
 * @param west larger than {@code east} if it crosses the 180th meridian
 */
public record Bounds(double west, double south, double east, double north) {

    /** As in GeoJSON: west, south, east, north. */
    public static Bounds parse(@Nullable String bbox) {
        var parts = bbox == null ? new String[0] : bbox.split(",", -1);
        if (parts.length != 4) {
            throw refusal();
        }
        try {
            var bounds = new Bounds(
                    Double.parseDouble(parts[0]),
                    Double.parseDouble(parts[1]),
                    Double.parseDouble(parts[2]),
                    Double.parseDouble(parts[3]));
            if (bounds.isOnEarth()) {
                return bounds;
            }
        } catch (NumberFormatException unreadable) {
            // Refused as what can be read and is nowhere.
        }
        throw refusal();
    }

    boolean contains(GeoPoint place) {
        boolean isBetween =
                west <= east ? place.lon() >= west && place.lon() <= east : place.lon() >= west || place.lon() <= east;
        return isBetween && place.lat() >= south && place.lat() <= north;
    }

    /** In degrees. */
    public double width() {
        return west <= east ? east - west : east - west + 360;
    }

    public Area area() {
        return Area.polygon(List.of(
                new GeoPoint(south, west),
                new GeoPoint(south, east),
                new GeoPoint(north, east),
                new GeoPoint(north, west)));
    }

    private boolean isOnEarth() {
        return Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south < north;
    }

    private static Refusal refusal() {
        return new Refusal(
                KitProblem.INVALID_INPUT,
                "See errors for what must be different.",
                List.of(FieldError.ofParameter("bbox", "must be west,south,east,north in degrees, south below north")));
    }
}
