package dev.hotstate.driver.geofence;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.kit.http.problem.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which shapes can be a fence. */
final class ShapePolicy {

    static final int CORNERS_MAX = 500;
    static final double REACH_MAX_METRES = 300_000;
    private static final double RADIUS_MIN_METRES = 5;
    private static final double HALF_TURN = 180;

    private ShapePolicy() {}

    static List<FieldError> errors(@Nullable Shape shape) {
        return switch (shape) {
            case null -> List.of(FieldError.at("/shape", "is needed"));
            case Shape.Circle circle -> errors(circle);
            case Shape.Polygon polygon -> errors(polygon);
        };
    }

    private static List<FieldError> errors(Shape.Circle circle) {
        var errors = new ArrayList<FieldError>();
        if (!isOnMap(circle.lat(), circle.lon())) {
            errors.add(FieldError.at("/shape/lat", "is not on the map"));
        }
        if (!(circle.radius() >= RADIUS_MIN_METRES && circle.radius() <= REACH_MAX_METRES)) {
            errors.add(FieldError.at(
                    "/shape/radius", "must be from %.0f to %.0f m".formatted(RADIUS_MIN_METRES, REACH_MAX_METRES)));
        }
        return errors;
    }

    private static List<FieldError> errors(Shape.Polygon polygon) {
        if (polygon.ring() == null
                || polygon.ring().stream()
                        .anyMatch(corner -> corner == null
                                || corner.size() != 2
                                || corner.stream().anyMatch(Objects::isNull))) {
            return error("must be a list of [longitude, latitude]");
        }
        if (polygon.ring().stream().anyMatch(corner -> !isOnMap(corner.get(1), corner.get(0)))) {
            return error("has a corner that is not on the map");
        }
        var corners = polygon.corners();
        if (new HashSet<>(corners).size() < 3 || corners.size() > CORNERS_MAX) {
            return error("must have 3 to " + CORNERS_MAX + " corners");
        }
        if (polygon.area().reach() > REACH_MAX_METRES) {
            return error("must fit into a circle of %.0f km".formatted(REACH_MAX_METRES / 1000));
        }
        return crossesItself(corners) ? error("must not cross itself") : List.of();
    }

    private static boolean isOnMap(double lat, double lon) {
        return new GeoPoint(lat, lon).isOnMap();
    }

    private static boolean crossesItself(List<GeoPoint> corners) {
        int count = corners.size();
        for (int i = 0; i < count; i++) {
            for (int k = i + 1; k < count; k++) {
                boolean areNeighbours = k == i + 1 || i == 0 && k == count - 1;
                if (!areNeighbours
                        && cross(
                                corners.get(i),
                                corners.get((i + 1) % count),
                                corners.get(k),
                                corners.get((k + 1) % count))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean cross(GeoPoint a, GeoPoint b, GeoPoint c, GeoPoint d) {
        return side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b);
    }

    /** On which side of the line from a to b the point is: -1, 0 or 1. */
    private static int side(GeoPoint a, GeoPoint b, GeoPoint point) {
        return (int) Math.signum((b.lat() - a.lat()) * east(a, point) - (point.lat() - a.lat()) * east(a, b));
    }

    private static double east(GeoPoint from, GeoPoint to) {
        double east = to.lon() - from.lon();
        return Math.abs(east) > HALF_TURN ? east - Math.signum(east) * 2 * HALF_TURN : east;
    }

    private static List<FieldError> error(String detail) {
        return List.of(FieldError.at("/shape/ring", detail));
    }
}
