package dev.hotstate.driver.protocol;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static dev.hotstate.driver.DriverApiClient.search;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;

import dev.hotstate.kit.http.webhook.WebhookSecret;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Apps and systems that were not made for this service. Each test has a place of its own. */
@QuarkusTest
class TrackersIT {

    /** As application.properties of the tests say. */
    private static final WebhookSecret SECRET = WebhookSecret.of("whsec_bm90IGEgc2VjcmV0LCBmb3IgdGVzdHMgb25seSE=");

    private final double lat = ThreadLocalRandom.current().nextDouble(-60, 60);
    private final double lon = ThreadLocalRandom.current().nextDouble(-170, 170);
    private String driver;

    @BeforeEach
    void register() {
        driver = newDriver();
    }

    @Test
    void osmand_sends_everything_in_the_address() {
        given().queryParam("id", driver)
                .queryParam("lat", lat)
                .queryParam("lon", lon)
                .queryParam("timestamp", Instant.now().getEpochSecond())
                .queryParam("hdop", 1.2)
                .queryParam("speed", 10)
                .queryParam("key", ServiceContract.ADMIN_KEY)
                .get("/osmand")
                .then()
                .statusCode(200);

        search(lat, lon).body("drivers.id", hasItem(driver));
    }

    @Test
    void traccar_client_posts_the_same_and_later_json() {
        given().auth()
                .preemptive()
                .basic("phone", ServiceContract.ADMIN_KEY)
                .queryParam("deviceid", driver)
                .queryParam("lat", lat)
                .queryParam("lon", lon)
                .post("/osmand")
                .then()
                .statusCode(200);
        search(lat, lon).body("drivers.id", hasItem(driver));

        var later = newDriver();
        asAdmin()
                .body("""
                        {"location": {"timestamp": "%s", "coords": {"latitude": %s, "longitude": %s, "accuracy": 4.2,
                          "speed": -1, "heading": -1, "altitude": 30}, "is_moving": true, "odometer": 3,
                          "event": "motionchange", "battery": {"level": 0.9, "is_charging": false}, "activity": {"type": "walking"}},
                         "device_id": "%s"}""".formatted(Instant.now(), lat, lon, later))
                .post("/osmand")
                .then()
                .statusCode(200);
        search(lat, lon).body("drivers.id", hasItem(later));
    }

    @Test
    void osmand_is_told_what_is_wrong() {
        asAdmin()
                .queryParam("lat", lat)
                .queryParam("lon", lon)
                .get("/osmand")
                .then()
                .statusCode(400);
        asAdmin()
                .queryParam("id", driver)
                .queryParam("lat", lat)
                .get("/osmand")
                .then()
                .statusCode(400);
        asAdmin()
                .queryParam("id", "nobody-" + driver)
                .queryParam("lat", lat)
                .queryParam("lon", lon)
                .get("/osmand")
                .then()
                .statusCode(404);
        given().queryParam("id", driver)
                .queryParam("lat", lat)
                .queryParam("lon", lon)
                .get("/osmand")
                .then()
                .statusCode(401);
        for (var key : List.of("wrong", ServiceContract.ADMIN_KEY + "\n", "\r\nX: y", "\u0000")) {
            given().queryParam("id", driver)
                    .queryParam("key", key)
                    .get("/osmand")
                    .then()
                    .statusCode(401);
            given().auth()
                    .preemptive()
                    .basic("phone", key)
                    .queryParam("id", driver)
                    .get("/osmand")
                    .then()
                    .statusCode(401);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "lat=1&lon=1, 400, id",
        "id={id}&lat=1, 400, lon",
        "id={id}&lat=abc&lon=1, 400, lat",
        "id={id}&lat=1&lon=181, 422, lon",
        "id={id}&lat=1&lon=1&timestamp=yesterday, 400, timestamp",
        "id={id}&lat=1&lon=1&timestamp=NaN, 400, timestamp"
    })
    void osmand_is_told_which_parameter_is_wrong(String query, int status, String parameter) {
        asAdmin()
                .urlEncodingEnabled(false)
                .get("/osmand?" + query.replace("{id}", driver))
                .then()
                .statusCode(status)
                .body("errors.parameter", contains(parameter));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'location': {}}                                                                    | 400 | /location",
                "{'location': {'coords': {'latitude': 1, 'longitude': 1}}}                           | 400 | /device_id",
                "{'device_id': '{id}', 'location': {'coords': {'latitude': 1}}}                      | 400 | /location/coords/longitude",
                "{'device_id': '{id}', 'location': {'coords': {'latitude': 86, 'longitude': 1}}}     | 422 | /location/coords/latitude",
                "{'device_id': '{id}', 'location': {'timestamp': 'x', 'coords': {'latitude': 1, 'longitude': 1}}} | 400 | /location/timestamp"
            },
            quoteCharacter = '"')
    void traccar_client_is_told_which_field_is_wrong(String body, int status, String pointer) {
        asAdmin()
                .body(body.replace('\'', '"').replace("{id}", driver))
                .post("/osmand")
                .then()
                .statusCode(status)
                .body("errors.pointer", contains(pointer));
    }

    @Test
    void owntracks_names_the_device_in_a_header_or_in_the_topic() {
        owntracks(
                "{\"_type\": \"location\", \"lat\": %s, \"lon\": %s, \"tst\": %d, \"acc\": 10, \"vel\": 30, \"tid\": \"ab\"}"
                        .formatted(lat, lon, Instant.now().getEpochSecond()),
                driver);
        search(lat, lon).body("drivers.id", hasItem(driver));

        var other = newDriver();
        owntracks(
                "{\"_type\": \"location\", \"topic\": \"owntracks/ada/%s\", \"lat\": %s, \"lon\": %s}"
                        .formatted(other, lat, lon),
                null);
        search(lat, lon).body("drivers.id", hasItem(other));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8"})
    void owntracks_may_call_its_messages_what_it_likes(@Nullable String type) throws Exception {
        var message = "{\"_type\": \"location\", \"lat\": %s, \"lon\": %s}".formatted(lat, lon);
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + RestAssured.port + "/owntracks"))
                .header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .header("X-Limit-D", driver)
                .POST(BodyPublishers.ofString(message));
        if (type != null) {
            request.header("Content-Type", type);
        }

        try (var http = HttpClient.newHttpClient()) {
            var answer = http.send(request.build(), BodyHandlers.ofString());

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("[]");
        }
        search(lat, lon).body("drivers.id", hasItem(driver));
    }

    @Test
    void owntracks_is_thanked_for_whatever_can_never_be_taken() {
        owntracks("", driver);
        owntracks("not json", driver);
        owntracks("{\"_type\": \"lwt\", \"tst\": 1}", driver);
        owntracks("{\"_type\": \"location\", \"lat\": 99, \"lon\": 1}", driver);
        owntracks("{\"_type\": \"location\", \"lat\": 1, \"lon\": 1, \"tst\": \"yesterday\"}", driver);
        owntracks("{\"_type\": \"location\", \"lat\": 1, \"lon\": 1}", "nobody-" + driver);
        owntracks("{\"_type\": \"location\", \"topic\": \"owntracks/a/b\\u0000c\", \"lat\": 1, \"lon\": 1}", null);
    }

    @Test
    void a_signed_event_moves_a_driver_and_changes_its_status() {
        hook(message("location", "\"lat\": %s, \"lon\": %s".formatted(lat, lon)))
                .statusCode(204);
        search(lat, lon).body("drivers.id", hasItem(driver));

        hook(message("busy", "\"reason\": \"lunch\"")).statusCode(204);
        search(lat, lon).body("drivers.id", not(hasItem(driver)));

        hook(message("available", "\"reason\": null")).statusCode(204);
        hook(message("heartbeat", "\"reason\": null")).statusCode(204);
        search(lat, lon).body("drivers.id", hasItem(driver));
    }

    @Test
    void an_event_that_comes_again_undoes_nothing() {
        var id = "msg-" + UUID.randomUUID();
        hook(message("location", "\"lat\": %s, \"lon\": %s".formatted(lat, lon)))
                .statusCode(204);
        hook(id, message("available", "\"reason\": null")).statusCode(204);
        hook(message("busy", "\"reason\": null")).statusCode(204);

        hook(id, message("available", "\"reason\": null")).statusCode(204);

        search(lat, lon).body("drivers.id", not(hasItem(driver)));
    }

    @Test
    void another_message_under_the_same_id_is_another_message() {
        var id = "msg-" + UUID.randomUUID();
        hook(id, message("location", "\"lat\": %s, \"lon\": %s".formatted(lat, lon)))
                .statusCode(204);

        hook(id, message("busy", "\"reason\": null")).statusCode(204);

        search(lat, lon).body("drivers.id", not(hasItem(driver)));
    }

    @Test
    void what_is_not_signed_or_no_event_is_refused() {
        given().contentType(ContentType.JSON)
                .body(message("heartbeat", "\"reason\": null"))
                .post("/hooks/driver-events")
                .then()
                .statusCode(401);
        hook("{}").statusCode(400);
        hook("[").statusCode(400);
        hook("{\"type\": \"driver.sleeps\", \"data\": {}}").statusCode(400);
        hook("{\"type\": \"driver.heartbeat\", \"data\": {}}").statusCode(400);
        hook(message("busy", "\"reason\": \"a\\u0000b\"")).statusCode(400);
        hook("{\"type\": \"driver.heartbeat\", \"data\": {\"driverId\": \"nobody-%s\"}}".formatted(driver))
                .statusCode(404);
    }

    private String message(String type, String fields) {
        return "{\"type\": \"driver.%s\", \"data\": {\"driverId\": \"%s\", %s}}".formatted(type, driver, fields);
    }

    private static ValidatableResponse hook(String body) {
        return hook("msg-" + UUID.randomUUID(), body);
    }

    private static ValidatableResponse hook(String id, String body) {
        var now = Instant.now();
        return given().contentType(ContentType.JSON)
                .header("webhook-id", id)
                .header("webhook-timestamp", now.getEpochSecond())
                .header("webhook-signature", SECRET.sign(id, now, body))
                .body(body)
                .post("/hooks/driver-events")
                .then();
    }

    private static void owntracks(String body, String device) {
        var request = asAdmin().body(body);
        (device == null ? request : request.header("X-Limit-D", device))
                .post("/owntracks")
                .then()
                .statusCode(200)
                .body(equalTo("[]"));
    }
}
