package dev.hotstate.driver.geofence;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hotstate.driver.cell.Area;
import dev.hotstate.driver.cell.GeoPoint;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** An area. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Shape.Circle.class, name = "circle"),
    @JsonSubTypes.Type(value = Shape.Polygon.class, name = "polygon")
})
@Schema(name = "GeofenceShape")
public sealed interface Shape {

    /** Made ready for asking about points. */
    default Area area() {
        return switch (this) {
            case Circle circle -> Area.circle(new GeoPoint(circle.lat(), circle.lon()), circle.radius());
            case Polygon polygon -> Area.polygon(polygon.corners());
        };
    }

    /** @param radius in metres */
    @Schema(name = "GeofenceCircle")
    record Circle(double lat, double lon, double radius) implements Shape {}

    /** @param ring corners as longitude and latitude, as in GeoJSON; the last may repeat the first; may cross the 180th meridian */
    @Schema(name = "GeofencePolygon")
    record Polygon(List<List<Double>> ring) implements Shape {

        List<GeoPoint> corners() {
            var corners = ring.stream()
                    .map(corner -> new GeoPoint(corner.get(1), corner.get(0)))
                    .toList();
            boolean isClosed = corners.size() > 1 && corners.getFirst().equals(corners.getLast());
            return isClosed ? corners.subList(0, corners.size() - 1) : corners;
        }
    }
}
