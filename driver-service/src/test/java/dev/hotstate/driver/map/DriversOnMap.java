package dev.hotstate.driver.map;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.driver.DriverApiClient;
import dev.hotstate.kit.http.postgres.Database;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Drivers for a look at the map, in a place where no other test has any. */
@Singleton
class DriversOnMap {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Database database;
    private final List<String> drivers = new ArrayList<>();
    private int moves;
    final double lat = ThreadLocalRandom.current().nextDouble(-55, 55);
    final double lon = ThreadLocalRandom.current().nextDouble(-170, 170);

    DriversOnMap(Database database) {
        this.database = database;
    }

    /** Registered, some of them busy. */
    void create(int count) {
        for (int i = 0; i < count; i++) {
            drivers.add(DriverApiClient.newDriver());
        }
        report();
        drivers.stream()
                .limit(count / 4)
                .forEach(id -> asAdmin()
                        .body("{\"reason\": \"lunch\"}")
                        .post("/drivers/" + id + "/busy")
                        .then()
                        .statusCode(200));
    }

    /** All say where they are, a little elsewhere each time. */
    void report() {
        report(drivers.stream().map(id -> point(id, near(lat), near(lon))));
    }

    /** Those of {@link #createMany}, in a grid that moves a dozen metres to the north each time. */
    void moveMany(String prefix, int count) {
        double north = lat + ++moves * 1e-4;
        report(IntStream.range(0, count)
                .mapToObj(i -> point(prefix + (i + 1), north + (i % 70 - 35) * 1e-3, lon + (i / 70 - 35) * 2e-3)));
    }

    private static String point(String id, double lat, double lon) {
        return "{\"id\": \"%s\", \"lat\": %s, \"lon\": %s}".formatted(id, lat, lon);
    }

    private static void report(Stream<String> each) {
        var points = each.collect(Collectors.joining(",", "[", "]"));
        await().pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .untilAsserted(() -> asAdmin()
                        .body(points)
                        .post("/drivers/locations")
                        .then()
                        .statusCode(200)
                        .body("counts.lost", nullValue()));
    }

    String first() {
        return drivers.getFirst();
    }

    String last() {
        return drivers.getLast();
    }

    int count() {
        return drivers.size();
    }

    /** For once only in Postgres, which is where a page begins; returns the beginning of their ids. */
    String createMany(int count) {
        var prefix = "many-" + UUID.randomUUID() + "-";
        database.query("""
                        with made as (
                            insert into driver (id, profile, version)
                            select $1 || n, '{}', 1 from generate_series(1, $2) n
                            returning number)
                        insert into driver_state (driver, status, reason, version, last_active_at, since,
                                current_lat, current_lon, position_at)
                        select number, case when number % 4 = 0 then 'BUSY' else 'AVAILABLE' end, '', 1, now(), now(),
                               $3 + (random() - 0.5) * 0.08, $4 + (random() - 0.5) * 0.16, now()
                        from made
                        """, prefix, count, lat, lon).await().atMost(PATIENCE);
        return prefix;
    }

    void removeMany(String prefix) {
        database.query("delete from driver where id like $1 || '%'", prefix)
                .await()
                .atMost(PATIENCE);
    }

    String at(int zoom) {
        return at(0, zoom);
    }

    /** So many degrees farther north, where nobody is. */
    String at(double north, int zoom) {
        return String.format(Locale.ROOT, "%.5f,%.5f,%d", lat + north, lon, zoom);
    }

    String point() {
        return String.format(Locale.ROOT, "%.5f,%.5f", lat, lon);
    }

    private static double near(double degrees) {
        return degrees + ThreadLocalRandom.current().nextDouble(-0.008, 0.008);
    }
}
