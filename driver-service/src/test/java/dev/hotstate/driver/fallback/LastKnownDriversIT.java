package dev.hotstate.driver.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.cell.Area;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.search.FoundDriver;
import dev.hotstate.driver.search.NearestQuery;
import dev.hotstate.kit.http.postgres.Database;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches in Postgres against somebody who looks at every driver. Each place is one that nobody else uses. */
@QuarkusTest
class LastKnownDriversIT {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int DRIVERS = 1_000;

    @Inject
    Database database;

    @Inject
    LastKnownDrivers lastKnown;

    private record Known(long driver, GeoPoint place, boolean counts) {}

    @ParameterizedTest
    @CsvSource({"-45.03, 168.66", "-16.9, 179.999", "78.22, 15.65", "84.9, -40", "0.0001, -0.0001"})
    void finds_what_brute_force_finds(double lat, double lon) {
        long seed = Long.getLong("hotstate.seed", System.nanoTime());
        var random = new Random(seed);
        var centre = new GeoPoint(lat, lon);
        var all = populate(centre, random);

        for (int i = 0; i < 40; i++) {
            int limit = new int[] {1, 10, 50, 500}[random.nextInt(4)];
            var query = i % 4 == 0
                    ? NearestQuery.within(triangle(centre, random), limit)
                    : new NearestQuery(
                            around(centre, 10_000, random),
                            new double[] {300, 5_000, 50_000}[random.nextInt(3)],
                            limit);

            var found = lastKnown.nearest(query).await().atMost(PATIENCE);

            assertThat(found.stream().map(FoundDriver::driver).filter(driver -> isOurs(all, driver)))
                    .as("seed %d, %s", seed, query)
                    .containsExactlyElementsOf(
                            bruteForce(all, query).stream().limit(found.size()).toList());
            assertThat(found)
                    .as("seed %d, %s", seed, query)
                    .hasSize(Math.min(query.limit(), bruteForce(all, query).size()));
        }
    }

    private static boolean isOurs(List<Known> all, long driver) {
        return all.stream().anyMatch(known -> known.driver() == driver);
    }

    private static List<Long> bruteForce(List<Known> all, NearestQuery query) {
        return all.stream()
                .filter(Known::counts)
                .filter(known ->
                        query.centre().metresTo(known.place()) <= query.radius() && query.counts(known.place()))
                .sorted(Comparator.<Known>comparingDouble(
                                known -> query.centre().metresTo(known.place()))
                        .thenComparingLong(Known::driver))
                .map(Known::driver)
                .toList();
    }

    /** A third is busy or was not heard of for too long; some are at one and the same place. */
    private List<Known> populate(GeoPoint centre, Random random) {
        var prefix = "last-" + UUID.randomUUID() + "-";
        database.query(
                        "insert into driver (id, profile, version) select $1 || n, '{}', 1 from generate_series(1, $2) as n",
                        prefix,
                        DRIVERS)
                .await()
                .atMost(PATIENCE);
        var numbers = database
                .query("select number from driver where starts_with(id, $1) order by number", prefix)
                .await()
                .atMost(PATIENCE)
                .stream()
                .map(row -> row.getLong("number"))
                .toList();
        var all = new ArrayList<Known>();
        for (long number : numbers) {
            var place = all.size() % 20 == 0 ? centre : around(centre, all.size() % 3 == 0 ? 40_000 : 3_000, random);
            all.add(new Known(number, place, random.nextInt(3) > 0));
        }
        database.query(
                        """
                        insert into driver_state (driver, status, reason, version, last_active_at, since, current_lat,
                                                  current_lon, position_at)
                        select driver, case when counts or driver % 2 = 0 then 'AVAILABLE' else 'BUSY' end, '', 1,
                               case when counts or driver % 2 = 1 then now() else now() - interval '1 day' end, now(), lat, lon,
                               now()
                        from unnest($1::bigint[], $2::boolean[], $3::float8[], $4::float8[]) as new (driver, counts, lat, lon)""",
                        all.stream().map(Known::driver).toArray(Long[]::new),
                        all.stream().map(Known::counts).toArray(Boolean[]::new),
                        all.stream().map(known -> known.place().lat()).toArray(Double[]::new),
                        all.stream().map(known -> known.place().lon()).toArray(Double[]::new))
                .await()
                .atMost(PATIENCE);
        return all;
    }

    private static Area triangle(GeoPoint centre, Random random) {
        return Area.polygon(
                List.of(around(centre, 8_000, random), around(centre, 8_000, random), around(centre, 8_000, random)));
    }

    private static GeoPoint around(GeoPoint centre, double metres, Random random) {
        double degrees = Math.toDegrees(metres / GeoPoint.EARTH_RADIUS_METRES);
        double lat = Math.min(GeoPoint.LAT_MAX, centre.lat() + degrees * random.nextGaussian() / 2);
        double lon = centre.lon() + degrees / Math.cos(Math.toRadians(centre.lat())) * random.nextGaussian() / 2;
        return new GeoPoint(lat, Math.IEEEremainder(lon, 360));
    }
}
