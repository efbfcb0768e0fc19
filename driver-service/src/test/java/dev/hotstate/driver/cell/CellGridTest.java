package dev.hotstate.driver.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CellGridTest {

    private final CellGrid grid = new CellGrid();

    private static Stream<GeoPoint> places() {
        return Stream.concat(
                Stream.of(
                        new GeoPoint(52.52, 13.405),
                        new GeoPoint(0, 0),
                        new GeoPoint(1.29, 103.85),
                        new GeoPoint(-17.8, 179.999),
                        new GeoPoint(-17.8, -179.999),
                        new GeoPoint(70.0, 25.0),
                        new GeoPoint(84.9, -60.0),
                        new GeoPoint(-84.9, 120.0)),
                Pentagons.centres().stream());
    }

    @ParameterizedTest
    @MethodSource("places")
    void no_point_within_the_radius_lies_in_a_cell_that_is_not_found(GeoPoint centre) {
        long seed = Long.getLong("hotstate.seed", System.nanoTime());
        var random = new Random(seed);
        for (double radius : new double[] {1, 600, 5_000, 50_000}) {
            var cells = new HashSet<>(grid.touching(centre, radius));
            for (int i = 0; i < 2_000; i++) {
                var point = near(centre, radius, random);
                if (point.isOnMap() && centre.metresTo(point) <= radius) {
                    assertThat(cells).as("seed %d, %s", seed, point).contains(grid.of(point));
                }
            }
        }
    }

    @Test
    void few_cells_are_asked_for_what_is_near() {
        assertThat(grid.touching(new GeoPoint(52.52, 13.405), 600)).hasSizeLessThanOrEqualTo(3);
        assertThat(grid.touching(new GeoPoint(52.52, 13.405), 5_000)).hasSizeLessThanOrEqualTo(7);
    }

    @Test
    void cells_come_back_from_their_bytes_and_their_hex() {
        var cell = grid.of(new GeoPoint(52.52, 13.405));

        assertThat(Cell.ofBytes(cell.bytes())).containsExactly(cell);
        assertThat(Cell.ofHex(cell.hex())).isEqualTo(cell);
        assertThat(Cell.ofBytes(new byte[8])).isEmpty();
    }

    /** Anywhere in a square around the centre, across the date line too. */
    private static GeoPoint near(GeoPoint centre, double radius, Random random) {
        double degrees = Math.toDegrees(radius / GeoPoint.EARTH_RADIUS_METRES);
        double lat = centre.lat() + degrees * (2 * random.nextDouble() - 1);
        double lon = centre.lon()
                + degrees / Math.max(0.05, Math.cos(Math.toRadians(centre.lat()))) * (2 * random.nextDouble() - 1);
        return new GeoPoint(lat, Math.IEEEremainder(lon, 360));
    }
}
