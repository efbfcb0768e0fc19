package dev.hotstate.driver.geofence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AreaTest {

    private static final List<List<Double>> SQUARE =
            List.of(List.of(10.0, 50.0), List.of(10.1, 50.0), List.of(10.1, 50.1), List.of(10.0, 50.1));

    @Test
    void a_circle_reaches_as_far_as_its_radius() {
        var circle = new Shape.Circle(50, 10, 1_000).area();

        assertThat(circle.contains(new GeoPoint(50.0089, 10))).isTrue();
        assertThat(circle.contains(new GeoPoint(50.0091, 10))).isFalse();
    }

    @Test
    void a_polygon_ends_at_its_edges() {
        var square = new Shape.Polygon(SQUARE).area();

        assertThat(square.contains(new GeoPoint(50.05, 10.05))).isTrue();
        assertThat(square.contains(new GeoPoint(50.05, 10.1001))).isFalse();
        assertThat(square.contains(new GeoPoint(49.9999, 10.05))).isFalse();
    }

    @Test
    void a_corner_that_points_inwards_is_outside() {
        var notched = new Shape.Polygon(List.of(
                        List.of(10.0, 50.0),
                        List.of(10.1, 50.0),
                        List.of(10.05, 50.05),
                        List.of(10.1, 50.1),
                        List.of(10.0, 50.1)))
                .area();

        assertThat(notched.contains(new GeoPoint(50.05, 10.09))).isFalse();
        assertThat(notched.contains(new GeoPoint(50.05, 10.02))).isTrue();
    }

    @Test
    void the_180th_meridian_is_no_border() {
        var fiji = new Shape.Polygon(List.of(
                        List.of(179.5, -17.0), List.of(-179.5, -17.0), List.of(-179.5, -16.0), List.of(179.5, -16.0)))
                .area();

        assertThat(fiji.contains(new GeoPoint(-16.5, 179.9))).isTrue();
        assertThat(fiji.contains(new GeoPoint(-16.5, -179.9))).isTrue();
        assertThat(fiji.contains(new GeoPoint(-16.5, 0.1))).isFalse();
        assertThat(fiji.contains(new GeoPoint(-16.5, 179.4))).isFalse();
    }

    @Test
    void shapes_that_can_be_no_fence_are_named() {
        assertThat(ShapePolicy.errors(new Shape.Polygon(SQUARE))).isEmpty();
        assertThat(ShapePolicy.errors(new Shape.Circle(50, 10, 1_000))).isEmpty();

        assertThat(ShapePolicy.errors(null)).isNotEmpty();
        assertThat(ShapePolicy.errors(new Shape.Circle(89, 10, 1_000))).isNotEmpty();
        assertThat(ShapePolicy.errors(new Shape.Circle(50, 10, Double.NaN))).isNotEmpty();
        assertThat(ShapePolicy.errors(new Shape.Polygon(SQUARE.subList(0, 2)))).isNotEmpty();
        assertThat(ShapePolicy.errors(new Shape.Polygon(
                        List.of(List.of(10.0, 50.0), List.of(10.1, 50.1), List.of(10.1, 50.0), List.of(10.0, 50.1)))))
                .as("crosses itself")
                .isNotEmpty();
        assertThat(ShapePolicy.errors(
                        new Shape.Polygon(List.of(List.of(0.0, 0.0), List.of(20.0, 0.0), List.of(20.0, 20.0)))))
                .as("too large")
                .isNotEmpty();
    }

    /** The index may answer no other fences than one gets by asking each of them. */
    @Test
    void the_index_finds_what_each_fence_says_itself() {
        long seed = Long.getLong("hotstate.seed", new Random().nextLong());
        System.out.println("fences with -Dhotstate.seed=" + seed);
        var random = new Random(seed);
        var grid = new CellGrid();
        var fences = new ArrayList<Fence>();
        for (long number = 1; number <= 300; number++) {
            fences.add(fence(number, shape(random)));
        }
        var index = FenceIndex.of(fences, grid, 1);
        for (int i = 0; i < 5_000; i++) {
            var point = new GeoPoint(random.nextDouble(46, 54), random.nextDouble(6, 14));
            assertThat(index.around(point, grid))
                    .as("%s, seed %d", point, seed)
                    .containsExactlyInAnyOrderElementsOf(fences.stream()
                            .filter(fence -> fence.shape().area().contains(point))
                            .toList());
        }
    }

    private static Shape shape(Random random) {
        double lat = random.nextDouble(47, 53);
        double lon = random.nextDouble(7, 13);
        if (random.nextBoolean()) {
            return new Shape.Circle(lat, lon, Math.exp(random.nextDouble(3, 12)));
        }
        double size = Math.exp(random.nextDouble(-7, 0.5));
        var ring = new ArrayList<List<Double>>();
        for (int corner = 0; corner < 7; corner++) {
            double angle = 2 * Math.PI * corner / 7;
            double reach = size * random.nextDouble(0.3, 1);
            ring.add(List.of(lon + reach * Math.cos(angle), lat + reach * Math.sin(angle)));
        }
        return new Shape.Polygon(ring);
    }

    private static Fence fence(long number, Shape shape) {
        return new Fence(number, "gfc_" + number, "f", shape, null, (URI) null, Instant.EPOCH, Instant.EPOCH);
    }
}
