package dev.hotstate.driver.geofence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.geofence.InsideStore.Step;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * 1,000 fences in one city and 20,000 drivers that move through it: how many points a second one instance compares. It writes no
 * events: the fences exist in memory only, so what Redis finds is left out by Postgres.
 */
@QuarkusTest
@Tag("long")
class GeofenceLoadIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FENCES = 1_000;
    private static final int DRIVERS = 20_000;
    private static final int ROUNDS = 5;
    private static final int BATCH = 2_000;
    private static final long FIRST_DRIVER = 1L << 40;

    @Inject
    FenceWatch watch;

    @Inject
    CellGrid grid;

    @Test
    void a_thousand_fences_bear_twenty_thousand_points_a_second() {
        var random = new Random(7);
        var index = FenceIndex.of(
                IntStream.rangeClosed(1, FENCES)
                        .mapToObj(n -> fence(n, place(random)))
                        .toList(),
                grid,
                1);
        var places = new ArrayList<GeoPoint>();
        for (int i = 0; i < DRIVERS; i++) {
            places.add(place(random));
        }
        round(index, places, random, 0);

        long begun = System.nanoTime();
        for (int round = 1; round <= ROUNDS; round++) {
            round(index, places, random, round);
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        double rate = ROUNDS * DRIVERS / seconds;

        System.out.printf("geofences: %,.0f points/s against %,d fences%n", rate, FENCES);
        assertThat(rate).isGreaterThan(2_000);
    }

    private void round(FenceIndex index, List<GeoPoint> places, Random random, int round) {
        for (int from = 0; from < DRIVERS; from += BATCH) {
            Map<Long, List<Step>> steps = new LinkedHashMap<>();
            for (int i = from; i < from + BATCH; i++) {
                var place = moved(places.get(i), random);
                places.set(i, place);
                steps.put(
                        FIRST_DRIVER + i,
                        List.of(new Step(
                                System.nanoTime(), Instant.ofEpochMilli(round), place, index.around(place, grid))));
            }
            got(watch.follow(steps, 1));
        }
    }

    private static GeoPoint moved(GeoPoint place, Random random) {
        return new GeoPoint(place.lat() + random.nextGaussian() * 0.001, place.lon() + random.nextGaussian() * 0.001);
    }

    private static GeoPoint place(Random random) {
        return new GeoPoint(48.85 + random.nextGaussian() * 0.05, 2.35 + random.nextGaussian() * 0.08);
    }

    private static Fence fence(long number, GeoPoint place) {
        var shape = new Shape.Circle(place.lat(), place.lon(), 150 + number % 10 * 50);
        return new Fence(
                (1L << 40) + number, "gfc_" + number, "f", shape, null, (URI) null, Instant.EPOCH, Instant.EPOCH);
    }

    private static <T> T got(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }
}
