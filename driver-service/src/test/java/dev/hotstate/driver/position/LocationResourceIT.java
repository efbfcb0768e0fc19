package dev.hotstate.driver.position;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.locate;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static dev.hotstate.driver.DriverApiClient.search;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import dev.hotstate.driver.registry.DriverIds;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Points as phones send them, one by one and in batches. */
@QuarkusTest
class LocationResourceIT {

    @Inject
    DriverIds ids;

    @ParameterizedTest
    @ValueSource(strings = {"85.06, 1, /lat", "-90, 1, /lat", "1, 180.5, /lon", "\"NaN\", 1, /lat"})
    void there_is_no_such_place(String values) {
        var parts = values.split(", ");

        patch(newDriver(), "{\"lat\": %s, \"lon\": %s}".formatted(parts[0], parts[1]))
                .statusCode(422)
                .body("type", equalTo("/docs/errors.md#impossible-place"))
                .body("errors.pointer", hasItem(parts[2]));
    }

    @Test
    void a_place_has_two_numbers() {
        patch(newDriver(), "{\"lat\": 1}").statusCode(400).body("errors.pointer", hasItem("/lon"));
    }

    @Test
    void a_phone_whose_clock_is_an_hour_ahead_is_not_locked_out() {
        var driver = newDriver();
        var ahead = Instant.now().plusSeconds(3_600);
        patch(driver, "{\"lat\": 35.6762, \"lon\": 139.6503, \"ts\": \"%s\"}".formatted(ahead))
                .body("verdict", equalTo("recorded"));

        patch(driver, "{\"lat\": 35.6763, \"lon\": 139.6504}").body("verdict", equalTo("recorded"));

        search(35.6763, 139.6504).body("drivers.id", hasItem(driver));
    }

    @Test
    void times_come_as_text_as_seconds_and_as_milliseconds() {
        var driver = newDriver();
        long now = Instant.now().getEpochSecond();

        patch(driver, "{\"lat\": 34.05, \"lon\": -118.24, \"ts\": %d}".formatted(now - 30))
                .body("position.at", equalTo(Instant.ofEpochSecond(now - 30).toString()));
        patch(driver, "{\"lat\": 34.0501, \"lon\": -118.24, \"ts\": %d}".formatted((now - 20) * 1000))
                .body("position.at", equalTo(Instant.ofEpochSecond(now - 20).toString()));
        patch(driver, "{\"lat\": 34.05, \"lon\": -118.24, \"ts\": \"%s\"}".formatted(Instant.ofEpochSecond(now - 25)))
                .body("verdict", equalTo("outdated"))
                .body("position.at", equalTo(Instant.ofEpochSecond(now - 20).toString()));
    }

    @Test
    void a_receiver_that_is_lost_only_lives() {
        var driver = newDriver();
        locate(driver, 30.0444, 31.2357).statusCode(200);

        locate(driver, 0, 0).body("verdict", equalTo("imprecise")).body("position.lat", equalTo(30.0444f));
        patch(driver, "{\"lat\": 30.05, \"lon\": 31.24, \"accuracy\": 5000, \"heading\": -1}")
                .body("verdict", equalTo("imprecise"));
    }

    @Test
    void a_batch_has_a_verdict_for_each_point_and_keeps_the_order_of_a_driver() {
        var one = newDriver();
        var other = newDriver();
        long now = Instant.now().getEpochSecond();
        var body = "[%s, %s, %s, %s, %s, %s]"
                .formatted(
                        point(one, 19.4326, -99.1332, now - 20),
                        point(other, 19.4326, -99.1332, now - 10),
                        point(one, 19.4327, -99.1332, now - 10),
                        point(one, 19.4328, -99.1332, now - 15),
                        point("nobody-at-all", 19.4328, -99.1332, now),
                        point(other, 95, 200, now));

        asAdmin()
                .body(body)
                .post("/drivers/locations")
                .then()
                .statusCode(200)
                .body("results.verdict", contains("recorded", "recorded", "recorded", "outdated", "unknown", "invalid"))
                .body(
                        "results[5].detail",
                        equalTo("/lat must be between -85.05 and 85.05, /lon must be between -180 and 180"))
                .body("counts.recorded", equalTo(3));

        search(19.4327, -99.1332).body("drivers.findAll { it.id == '" + one + "' }.lat", contains(19.4327f));
    }

    @Test
    void a_batch_may_have_a_point_in_each_line() {
        var driver = newDriver();
        long now = Instant.now().getEpochSecond();

        lines(point(driver, -33.8688, 151.2093, now - 5) + "\n\nno json\n" + point(driver, -33.8689, 151.2093, now)
                        + "\n")
                .statusCode(200)
                .body("results.verdict", contains("recorded", "invalid", "recorded"));
    }

    @Test
    void a_batch_that_does_not_say_what_it_is_is_an_array() throws Exception {
        var driver = newDriver();
        var body = "[" + point(driver, -33.8688, 151.2093, Instant.now().getEpochSecond()) + "]";

        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(
                            URI.create("http://localhost:" + RestAssured.port + "/drivers/locations"))
                    .header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                    .POST(BodyPublishers.ofString(body))
                    .build();
            var answer = http.send(request, BodyHandlers.ofString());

            assertThat(request.headers().firstValue("Content-Type")).isEmpty();
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).contains("\"counts\":{\"recorded\":1}");
        }
    }

    @Test
    void an_id_that_nobody_can_have_concerns_nobody_else() {
        var stranger = newDriver();
        long now = Instant.now().getEpochSecond();
        ids.forget(stranger);

        lines(point("a\\u0000b", 1, 1, now) + "\n" + point(stranger, 35.6762, 139.6503, now))
                .statusCode(200)
                .body("results.verdict", contains("unknown", "recorded"));
    }

    @Test
    void many_points_of_one_place_are_taken_at_once_and_more_than_5000_are_not() {
        var drivers = IntStream.range(0, 20).mapToObj(i -> newDriver()).toList();
        long now = Instant.now().getEpochSecond();
        var points = IntStream.range(0, 5_000)
                .mapToObj(i -> point(drivers.get(i % 20), -1.2921 + i % 20 * 1e-5, 36.8219, now - 5_000 + i))
                .collect(Collectors.joining("\n"));

        int recorded = lines(points)
                .statusCode(200)
                .body("results", hasSize(5_000))
                .extract()
                .path("counts.recorded");
        assertThat(recorded).isEqualTo(5_000);
        search(-1.2921, 36.8219).body("drivers.findAll { it.distance < 0.1 }", hasSize(20));

        lines(points + "\n" + point(drivers.getFirst(), 1, 1, now)).statusCode(413);
    }

    @Test
    void a_search_says_what_it_took() {
        var driver = newDriver();
        locate(driver, 55.6761, 12.5683).statusCode(200);

        asAdmin()
                .get("/drivers/available?lat=55.6761&lon=12.5683&radius=2&limit=1&explain=true")
                .then()
                .statusCode(200)
                .body("drivers", hasSize(1))
                .body("explain.cells", not(equalTo(0)))
                .body("explain.rounds", not(equalTo(0)))
                .body("explain.roundTrips", not(equalTo(0)))
                .body("explain.scanned", not(equalTo(0)))
                .body("explain.expired", equalTo(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lon=1", "lat=1&lon=1&radius=0", "lat=1&lon=1&radius=51", "lat=1&lon=1&limit=501"})
    void a_search_needs_a_place_and_has_bounds(String query) {
        asAdmin().get("/drivers/available?" + query).then().statusCode(400);
    }

    private static ValidatableResponse lines(String points) {
        return asAdmin()
                .contentType("application/x-ndjson")
                .body(points.getBytes(StandardCharsets.UTF_8))
                .post("/drivers/locations")
                .then();
    }

    private static String point(String id, double lat, double lon, long at) {
        return "{\"id\": \"%s\", \"lat\": %s, \"lon\": %s, \"ts\": %d}".formatted(id, lat, lon, at);
    }

    private static ValidatableResponse patch(String driver, String body) {
        return asAdmin().body(body).patch("/drivers/" + driver + "/location").then();
    }
}
