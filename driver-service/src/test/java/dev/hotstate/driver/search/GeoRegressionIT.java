package dev.hotstate.driver.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hotstate.driver.cell.Area;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Redis' own tests of its geo commands (tests/unit/geo.tcl) ask, asked of the search over cells. */
class GeoRegressionIT {

    private static final int POINTS = 20_000;

    /** Farther nobody may look here; three of the vectors do. */
    private static final double RADIUS_MAX_METRES = 500_000;

    private static final double ROUNDING_METRES = 1.5;

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    private SearchRig rig;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        rig = new SearchRig(harness);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** Seeds, radii and centres that found errors in the past: 20,000 points of Tcl's random numbers over the world. */
    @ParameterizedTest
    @CsvSource({
        "1482225976969, 7083, 81.634948934258375, 30.561509253718668",
        "1482340074151, 5416, -70.863281847379767, -46.347003465679947",
        "1499014685896, 6064, -89.818768962202014, -40.463868561416803",
        "1412, 156, 149.29737817929004, 15.95807862745508",
        "441574, 143, 59.235461856813856, 66.269555127373678",
        "160645, 187, -101.88575239939883, 49.061997951502917",
        "750269, 154, -90.187939661642517, 66.615930412251487",
        "342880, 145, 163.03472387745728, 64.012747720821181",
        "729955, 143, 137.86663517256579, 63.986745399416776",
        "939895, 151, 59.149620271823181, 65.204186651485145",
        "564862, 149, 84.062063109158544, -65.685403922426232",
        "1546032440391, 16751, -1.8175081637769495, 20.665668878082954"
    })
    void vectors_that_found_errors_find_none(long seed, double km, double lon, double lat) {
        var centre = new GeoPoint(lat, lon);
        double radius = Math.min(km * 1_000, RADIUS_MAX_METRES);
        var near = new TclPoints(seed)
                .next(POINTS).stream()
                        .filter(point -> centre.metresTo(point) <= 2 * radius)
                        .toList();
        var drivers = rig.drivers.available(near);

        var found = new HashSet<>(drivers(rig.find(new NearestQuery(centre, radius, POINTS))));

        for (int i = 0; i < near.size(); i++) {
            double distance = centre.metresTo(near.get(i));
            if (Math.abs(distance - radius) > ROUNDING_METRES) {
                assertThat(found.contains(drivers.get(i)))
                        .as("%s, %.1f m away", near.get(i), distance)
                        .isEqualTo(distance < radius);
            }
        }
    }

    @Test
    void new_york_is_found_in_order_with_its_distances() {
        var places = named(Map.of(
                "lic market", new GeoPoint(40.747533, -73.9454966),
                "central park", new GeoPoint(40.7648057, -73.9733487),
                "union square", new GeoPoint(40.7362513, -73.9903085),
                "wtc one", new GeoPoint(40.7126674, -74.0131604),
                "jfk", new GeoPoint(40.6428986, -73.7858139),
                "q4", new GeoPoint(40.7498929, -73.9375699),
                "4545", new GeoPoint(40.7480973, -73.9564142)));
        var centre = new GeoPoint(40.7598464, -73.9798091);

        var found = rig.find(new NearestQuery(centre, 3_000, 10));

        assertThat(names(found, places)).containsExactly("central park", "4545", "union square");
        assertThat(found.drivers().get(0).distance()).isCloseTo(775.0, within(ROUNDING_METRES));
        assertThat(found.drivers().get(1).distance()).isCloseTo(2365.1, within(ROUNDING_METRES));
        assertThat(found.drivers().get(2).distance()).isCloseTo(2769.7, within(ROUNDING_METRES));
        assertThat(names(rig.find(new NearestQuery(centre, 10_000, 3)), places))
                .containsExactly("central park", "4545", "union square");
        assertThat(names(rig.find(new NearestQuery(new GeoPoint(40.7126674, -74.0131604), 7_000, 10)), places))
                .containsExactly("wtc one", "union square", "4545", "central park", "lic market");
    }

    @Test
    void sicily_is_found_by_circle_and_by_box() {
        var places = named(Map.of(
                "Palermo", new GeoPoint(38.115556, 13.361389),
                "Catania", new GeoPoint(37.502669, 15.087269),
                "edge1", new GeoPoint(38.788135, 12.758489),
                "edge2", new GeoPoint(38.788135, 17.241510)));

        assertThat(names(rig.find(new NearestQuery(new GeoPoint(37, 15), 200_000, 10)), places))
                .containsExactly("Catania", "Palermo");
        assertThat(names(rig.find(NearestQuery.within(box(35.2, 12.74, 38.8, 17.26), 10)), places))
                .containsExactlyInAnyOrder("Catania", "Palermo", "edge1", "edge2");
    }

    @Test
    void a_long_and_narrow_box_ends_where_it_ends() {
        var places = named(Map.of(
                "in", new GeoPoint(36.995, 12.75),
                "below", new GeoPoint(36.50, 12.76),
                "far below", new GeoPoint(36.50, 13.00),
                "behind", new GeoPoint(37.00, 12.70)));

        assertThat(names(rig.find(NearestQuery.within(box(36.991, 12.74, 37.009, 17.26), 10)), places))
                .containsExactly("in");
    }

    @Test
    void near_the_edge_of_the_map_points_in_an_oblique_direction_are_found() {
        var places = named(Map.of(
                "n1",
                new GeoPoint(85, -0.15307903289794921875),
                "n2",
                new GeoPoint(85.00019260486917005437, 0.3515625)));
        var n1 = new GeoPoint(85, -0.15307903289794921875);

        assertThat(names(rig.find(new NearestQuery(n1, 4_893, 10)), places)).containsExactly("n1", "n2");
    }

    @Test
    void both_sides_of_the_180th_meridian_are_near() {
        var places = named(Map.of(
                "east", new GeoPoint(10, -179.999), "west", new GeoPoint(10, 179.998), "on it", new GeoPoint(10, 180)));

        assertThat(names(rig.find(new NearestQuery(new GeoPoint(10, 179.9999), 1_000, 10)), places))
                .containsExactly("on it", "east", "west");
    }

    private static Area box(double south, double west, double north, double east) {
        return Area.polygon(List.of(
                new GeoPoint(south, west),
                new GeoPoint(south, east),
                new GeoPoint(north, east),
                new GeoPoint(north, west)));
    }

    private Map<Long, String> named(Map<String, GeoPoint> places) {
        var names = List.copyOf(places.keySet());
        var drivers = rig.drivers.available(names.stream().map(places::get).toList());
        var named = new LinkedHashMap<Long, String>();
        for (int i = 0; i < names.size(); i++) {
            named.put(drivers.get(i), names.get(i));
        }
        return named;
    }

    private static List<String> names(Nearest found, Map<Long, String> named) {
        assertThat(found.complete()).isTrue();
        return drivers(found).stream()
                .filter(named::containsKey)
                .map(named::get)
                .toList();
    }

    private static List<Long> drivers(Nearest found) {
        return found.drivers().stream().map(FoundDriver::driver).toList();
    }

    /** The points that Tcl draws for a seed: the minimal standard generator of Park and Miller. */
    private static final class TclPoints {

        private static final long MODULUS = Integer.MAX_VALUE;

        private long state;

        TclPoints(long seed) {
            state = seed & Integer.MAX_VALUE;
            random();
        }

        List<GeoPoint> next(int count) {
            var points = new ArrayList<GeoPoint>(count);
            for (int i = 0; i < count; i++) {
                double lon = -180 + random() * 360;
                points.add(new GeoPoint(-70 + random() * 140, lon));
            }
            return points;
        }

        private double random() {
            state = 16_807 * state % MODULUS;
            return (double) state / MODULUS;
        }
    }
}
