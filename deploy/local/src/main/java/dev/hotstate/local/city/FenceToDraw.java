package dev.hotstate.local.city;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A geofence of the demo world. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record FenceToDraw(String name, Object shape, @Nullable String dwell) {

    private static final int CENTRE_STREETS = 7;
    private static final double AIRPORT_METRES = 900;

    record Circle(String kind, double lat, double lon, double radius) {}

    record Polygon(String kind, List<List<Double>> ring) {}

    /** Its centre, along the streets, and its airport. */
    static Stream<FenceToDraw> of(City city) {
        var streets = new Streets(city);
        var airport = streets.placeOf(city.airport());
        int reach = CENTRE_STREETS;
        var ring = Stream.of(
                        new Corner(-reach, -reach),
                        new Corner(reach, -reach),
                        new Corner(reach + 3, 0),
                        new Corner(reach, reach),
                        new Corner(-reach, reach))
                .map(streets::placeOf)
                .map(place -> List.of(place.lon(), place.lat()))
                .toList();
        return Stream.of(
                new FenceToDraw(city.name() + ", centre", new Polygon("polygon", ring), "PT2M"),
                new FenceToDraw(
                        city.name() + ", airport",
                        new Circle("circle", airport.lat(), airport.lon(), AIRPORT_METRES),
                        null));
    }
}
