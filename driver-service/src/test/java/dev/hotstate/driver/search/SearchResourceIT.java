package dev.hotstate.driver.search;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.locate;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.kit.http.postgres.Database;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Areas and scores, as the API speaks of them. Each test is somewhere else. */
@QuarkusTest
class SearchResourceIT {

    private static final Duration PATIENCE = ofSeconds(30);

    @Inject
    Database database;

    private final double lat = ThreadLocalRandom.current().nextDouble(-60, 60);
    private final double lon = ThreadLocalRandom.current().nextDouble(-170, 170);

    @Test
    void a_box_has_who_is_in_it_nearest_to_its_middle_first() {
        var middle = driver(0.0001, 0.0001, 3);
        var edge = driver(0.009, 0.019, 3);
        driver(0.011, 0, 3);
        driver(0, -0.021, 3);

        eventually(() -> find("bbox", "%s,%s,%s,%s".formatted(lon - 0.02, lat - 0.01, lon + 0.02, lat + 0.01))
                .body("drivers.id", contains(middle, edge))
                .body("complete", equalTo(true))
                .body("source", equalTo("redis"))
                .body("explain.cells", greaterThan(0))
                .body("drivers[0].score", nullValue()));
    }

    @Test
    void a_polygon_has_who_is_in_it() {
        var in = driver(0.002, 0.002, 3);
        driver(0.008, 0.008, 3);

        eventually(() -> find("polygon", "%s,%s;%s,%s;%s,%s".formatted(lon, lat, lon + 0.01, lat, lon, lat + 0.01))
                .body("drivers.id", contains(in)));
        eventually(() -> find("polygon", "%s,%s,%s,%s,%s,%s".formatted(lon, lat, lon + 0.01, lat, lon, lat + 0.01))
                .body("drivers.id", contains(in)));
    }

    @Test
    void without_further_words_it_is_the_fifty_nearest_within_five_kilometres() {
        var since = Instant.now().minusSeconds(30).truncatedTo(ChronoUnit.SECONDS);
        var near = IntStream.range(0, 55).mapToDouble(i -> 0.0005 * i);
        var far = IntStream.range(0, 5).mapToDouble(i -> 0.06 + 0.0005 * i);
        report(DoubleStream.concat(near, far).toArray(), since);

        eventually(() -> {
            var answer = asAdmin()
                    .queryParam("lat", lat)
                    .queryParam("lon", lon)
                    .get("/drivers/available")
                    .then()
                    .statusCode(200)
                    .body("complete", equalTo(true))
                    .body("drivers", hasSize(50))
                    .extract()
                    .jsonPath();
            assertThat(answer.getDouble("drivers[49].distance")).isCloseTo(49 * 0.0556, within(0.01));
            assertThat(answer.getDouble("searchedRadius")).isBetween(answer.getDouble("drivers[49].distance"), 5.0);
            assertThat(Instant.parse(answer.getString("asOf"))).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
            assertAges(answer, since);
        });
        eventually(() -> asAdmin()
                .queryParam("lat", lat)
                .queryParam("lon", lon)
                .queryParam("limit", 500)
                .get("/drivers/available")
                .then()
                .body("complete", equalTo(true))
                .body("drivers", hasSize(55))
                .body("searchedRadius.toDouble()", equalTo(5.0)));
    }

    /** A cell knows the age of a position to within two thousandths of how long before the end of its heartbeat it was. */
    private static void assertAges(JsonPath answer, Instant since) {
        var asOf = Instant.parse(answer.getString("asOf"));
        for (int i = 0; i < 50; i++) {
            var at = Instant.parse(answer.getString("drivers[%d].positionAt".formatted(i)));
            assertThat(at).isCloseTo(since, within(2, ChronoUnit.SECONDS));
            assertThat(answer.getLong("drivers[%d].ageMs".formatted(i)))
                    .isEqualTo(Duration.between(at, asOf).toMillis());
        }
    }

    /** A driver at each of these distances, in degrees to the north. */
    private void report(double[] north, Instant at) {
        var points = DoubleStream.of(north)
                .mapToObj(degrees -> "{\"id\": \"%s\", \"lat\": %s, \"lon\": %s, \"ts\": \"%s\"}"
                        .formatted(newDriver(), lat + degrees, lon, at))
                .toList();
        asAdmin()
                .body(points.toString())
                .post("/drivers/locations")
                .then()
                .statusCode(200)
                .body("counts.recorded", equalTo(north.length));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "polygon=0,0;0,1;1,1       | must have 3 to 100 corners; a semicolon between corners is written as %3B",
                "polygon=0,0,0,1,1         | must be longitude,latitude,longitude,latitude,...; a semicolon between corners is written as %3B",
                "polygon=0,0,0,40,40,40    | must fit into a circle of 50 km",
                "polygon=0,0%3B0,40%3B40,40 | must fit into a circle of 50 km",
                "bbox=5,5,1,1              | must be west,south,east,north in degrees, south below north"
            })
    void what_is_no_area_is_told_what_is_one(String query, String detail) {
        asAdmin()
                .urlEncodingEnabled(false)
                .get("/drivers/available?" + query)
                .then()
                .statusCode(400)
                .body("errors.detail", contains(detail));
    }

    @Test
    void a_limit_keeps_the_nearest_of_an_area() {
        var nearest = driver(0, 0.001, 3);
        driver(0, 0.002, 3);

        eventually(() -> asAdmin()
                .queryParam("bbox", "%s,%s,%s,%s".formatted(lon - 0.02, lat - 0.01, lon + 0.02, lat + 0.01))
                .queryParam("limit", 1)
                .get("/drivers/available")
                .then()
                .statusCode(200)
                .body("drivers.id", contains(nearest)));
    }

    @Test
    void a_score_puts_the_best_of_the_near_first() {
        var near = driver(0.001, 0, 1);
        var good = driver(0.002, 0, 5);

        eventually(() -> scored("distance:1").body("drivers.id", contains(near, good)));
        eventually(() -> scored("distance:1,rating:10")
                .body("drivers.id", contains(good, near))
                .body("drivers[0].score", notNullValue()));
        eventually(() -> scored("balanced").body("drivers.id", contains(good, near)));
    }

    @Test
    void who_has_waited_longer_is_better_where_that_counts() {
        var waiting = driver(0.003, 0, 3);
        var fresh = driver(0.001, 0, 3);
        await().atMost(PATIENCE).until(() -> hasWaitedLong(waiting));

        eventually(() -> scored("idle:1").body("drivers.id", contains(waiting, fresh)));
    }

    /** As soon as Postgres has heard of it at all. */
    private boolean hasWaitedLong(String driver) {
        return database.query("""
                                update driver_state set since = now() - interval '20 minutes'
                                from driver where number = driver_state.driver and id = $1""", driver).await().atMost(PATIENCE).rowCount() == 1;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bbox=1,2,3",
                "bbox=0,0,10,10",
                "bbox=-179.95,0,179.95,0.1",
                "bbox=0,0,0.1,0.1&lat=1&lon=1",
                "bbox=0,0,0.1,0.1&polygon=0,0;0,1;1,1",
                "polygon=0,0;1,1",
                "polygon=0,0;1,x;1,1",
                "polygon=0,0;0,0;0,0",
                "polygon=0,0;0,40;40,40",
                "polygon=0,0,0,40,40,40",
                "polygon=0,0,1",
                "lat=1&lon=1&score=beauty:1"
            })
    void what_is_no_area_and_no_score_is_refused(String query) {
        asAdmin()
                .urlEncodingEnabled(false)
                .get("/drivers/available?" + query)
                .then()
                .statusCode(400);
    }

    /** A node that did not answer in time, because the machine is crowded, makes an answer incomplete, and says so. */
    private static void eventually(ThrowingRunnable look) {
        await().atMost(PATIENCE).untilAsserted(look);
    }

    private ValidatableResponse find(String name, String area) {
        return asAdmin()
                .queryParam(name, area)
                .queryParam("explain", true)
                .get("/drivers/available")
                .then()
                .statusCode(200);
    }

    private ValidatableResponse scored(String score) {
        return asAdmin()
                .queryParam("lat", lat)
                .queryParam("lon", lon)
                .queryParam("radius", 1)
                .queryParam("score", score)
                .get("/drivers/available")
                .then()
                .statusCode(200);
    }

    private String driver(double north, double east, int rating) {
        var id = "area-" + UUID.randomUUID();
        asAdmin()
                .body("{\"rating\": %d}".formatted(rating))
                .put("/drivers/" + id)
                .then()
                .statusCode(201);
        locate(id, lat + north, lon + east).statusCode(200);
        return id;
    }
}
