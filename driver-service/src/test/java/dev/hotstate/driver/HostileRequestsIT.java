package dev.hotstate.driver;

import static dev.hotstate.driver.DriverApiClient.newDriver;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What nobody in their right mind sends: it is refused with a reason, and never an error of the service. */
@QuarkusTest
class HostileRequestsIT {

    private static final String NOTHING_SEEN = "\\u0000";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "5",
                "{",
                "{}",
                "{\"lat\": NaN, \"lon\": 1}",
                "{\"lat\": 1e400, \"lon\": 1}",
                "{\"lat\": -85.06, \"lon\": 1}",
                "{\"lat\": 1, \"lon\": -180.0001}",
                "{\"lat\": 1, \"lon\": 1, \"lat\": 2}",
                "{\"lat\": [1], \"lon\": 1}",
                "{\"lat\": 1, \"lon\": 1, \"ts\": \"never\"}",
                "{\"lat\": 1, \"lon\": 1, \"ts\": {}}",
                "{\"lat\": 1, \"lon\": 1, \"seq\": -1}",
                "{\"lat\": 1, \"lon\": 1, \"seq\": 99999999999999999999}",
                "{\"lat\": 1, \"lon\": 1, \"status\": \"AVAILABLE\"}"
            })
    void no_such_place_is_taken(String body) throws Exception {
        assertRefused(send("PATCH", "/drivers/" + newDriver() + "/location", body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"lat\": 85.05, \"lon\": 180}",
                "{\"lat\": -85.05, \"lon\": -180}",
                "{\"lat\": 1e-320, \"lon\": 1}",
                "{\"lat\": 1, \"lon\": 1, \"ts\": \"+1000000000-12-31T23:59:59Z\"}",
                "{\"lat\": 1, \"lon\": 1, \"ts\": \"-1000000000-01-01T00:00:00Z\"}",
                "{\"lat\": 1, \"lon\": 1, \"ts\": 1e308}",
                "{\"lat\": 1, \"lon\": 1, \"ts\": -5}",
                "{\"lat\": 1, \"lon\": 1, \"seq\": 9007199254740992}",
                "{\"lat\": 1, \"lon\": 1, \"speed\": 1e308, \"heading\": -1e308}"
            })
    void the_ends_of_the_world_and_of_time_are_places_and_times(String body) throws Exception {
        var driver = newDriver();

        var answer = send("PATCH", "/drivers/" + driver + "/location", body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(send("GET", "/drivers/" + driver + "/status", "").body()).contains("\"status\":\"AVAILABLE\"");
    }

    @Test
    void a_point_from_before_all_time_is_old() throws Exception {
        var path = "/drivers/" + newDriver() + "/location";
        send("PATCH", path, "{\"lat\": 1, \"lon\": 1}");

        assertThat(send("PATCH", path, "{\"lat\": 1.001, \"lon\": 1, \"ts\": \"1815-12-10T00:00:00Z\"}")
                        .body())
                .contains("\"verdict\":\"outdated\"");
        assertThat(send("PATCH", path, "{\"lat\": 1.001, \"lon\": 1, \"ts\": 0}")
                        .body())
                .contains("\"verdict\":\"outdated\"");
    }

    @Test
    void nonsense_in_a_batch_is_its_own_affair() throws Exception {
        var driver = newDriver();
        var items = """
                [null, 1, "x", [], {}, {"id": 5, "lat": 1, "lon": 1}, {"id": "%1$s"}, {"id": "%1$s", "lat": "x", "lon": 1},
                 {"id": "%1$s", "lat": 90, "lon": 1}, {"id": "\\uD800", "lat": 1, "lon": 1}, {"id": "", "lat": 1, "lon": 1},
                 {"id": "%1$s", "lat": 1, "lon": 1, "ts": "+1000000000-12-31T23:59:59Z"}]""".formatted(driver);

        var answer = send("POST", "/drivers/locations", items);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("\"counts\":{\"invalid\":10,\"recorded\":1,\"unknown\":1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "5", "[", "[1", "\"x\""})
    void what_is_no_batch_is_refused(String body) throws Exception {
        assertRefused(send("POST", "/drivers/locations", body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/drivers/available?lat=NaN&lon=1",
                "/drivers/available?lat=91&lon=1",
                "/drivers/available?lat=1&lon=x",
                "/drivers/available?lat=1&lon=1&radius=NaN",
                "/drivers/available?lat=1&lon=1&radius=Infinity",
                "/drivers/available?lat=1&lon=1&radius=-1",
                "/drivers/available?lat=1&lon=1&limit=0",
                "/drivers/available?lat=1&lon=1&limit=99999999999",
                "/drivers/available?lat=1&lon=1&score=distance:NaN",
                "/drivers/available?lat=1&lon=1&score=distance:-1",
                "/drivers/available?lat=1&lon=1&score=distance:1e999",
                "/drivers/available?lat=1&lon=1&score=nobody:1",
                "/drivers/available?bbox=1,2,3",
                "/drivers/available?bbox=NaN,1,2,3",
                "/drivers/available?bbox=a,b,c,d",
                "/drivers/available?polygon=0,0;1,1",
                "/drivers/available?polygon=0,0;NaN,1;1,1",
                "/drivers/available?polygon=;;;",
                "/drivers/stream?bbox=1,2,3",
                "/drivers/stream?bbox=NaN,NaN,NaN,NaN",
                "/map/density?bbox=0,0,1,1&resolution=99",
                "/map/cells?lat=1&lon=1&radius=NaN",
                "/drivers?limit=-1",
                "/drivers?cursor=%00",
                "/drivers/%00/status",
                "/drivers/%ED%A0%80/status",
                "/drivers/%FF%FE/status",
                "/geofences?cursor=%00",
                "/geofences/events?fence=%00",
                "/geofences/events?driver=%00",
                "/drivers/claims/%00",
                "/drivers/claims/99999999999999999999",
                "/osmand?id=x&lat=NaN&lon=1",
                "/osmand?id=%00&lat=1&lon=1",
                "/osmand?id=x&lat=1&lon=1&timestamp=1e400"
            })
    void what_nobody_can_look_for_is_refused(String path) throws Exception {
        assertRefused(send("GET", path, ""));
    }

    /** Cursors are not signed: anybody may build one. */
    @ParameterizedTest
    @CsvSource({
        "/drivers/D/positions, positions, x",
        "/drivers/D/positions, positions, 99999999999999999999",
        "/drivers/D/positions, geofence-events, 1",
        "/geofences/events, geofence-events, x",
        "/geofences/events, geofence-events, 1.5"
    })
    void a_cursor_that_nobody_was_given_is_refused(String path, String list, String position) throws Exception {
        assertRefused(send("GET", at(path, list, position), ""));
    }

    @Test
    void before_all_time_nobody_was_anywhere() throws Exception {
        var answer = send("GET", at("/drivers/D/positions", "positions", Long.toString(Long.MIN_VALUE)), "");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static String at(String path, String list, String position) {
        var cursor = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((list + "\u001f" + position).getBytes(StandardCharsets.UTF_8));
        return path.replace("/D/", "/" + newDriver() + "/") + "?cursor=" + cursor;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/drivers {\"profile\": {\"name\": \"" + NOTHING_SEEN + "\"}}",
                "/drivers {\"profile\": {\"rating\": NaN}}",
                "/drivers {\"id\": \"\\uD800\"}",
                "/drivers {\"id\": \".\", \"profile\": {}}",
                "/drivers {\"id\": \"..\", \"profile\": {}}",
                "/drivers {\"id\": \"claims\", \"profile\": {}}",
                "/drivers {\"id\": \"a" + NOTHING_SEEN + "b\"}",
                "/drivers/D/busy {\"reason\": \"" + NOTHING_SEEN + "\"}",
                "/drivers/D/busy {\"reason\": 5}",
                "/drivers/D/claim {\"requestId\": \"a b\"}",
                "/drivers/D/claim {\"requestId\": \"hostile\", \"ttl\": \"PT-1S\"}",
                "/drivers/D/claim {\"requestId\": \"hostile\", \"ttl\": \"P9999999999D\"}",
                "/drivers/claims {}",
                "/drivers/claims {\"requestId\": \"" + NOTHING_SEEN + "\", \"lat\": 1, \"lon\": 1}",
                "/drivers/claims {\"requestId\": \"hostile\", \"lat\": 90, \"lon\": 1}",
                "/drivers/claims {\"requestId\": \"hostile\", \"lat\": 1, \"lon\": 1, \"radius\": -1}",
                "/drivers/claims {\"requestId\": \"hostile\", \"lat\": 1, \"lon\": 1, \"count\": 0}",
                "/drivers/claims {\"requestId\": \"hostile\", \"lat\": 1, \"lon\": 1, \"count\": 501}",
                "/drivers/claims/1/confirm {\"token\": \"x\"}",
                "/drivers/claims/1/release {}",
                "/geofences {\"name\": \"" + NOTHING_SEEN
                        + "\", \"shape\": {\"kind\": \"circle\", \"lat\": 1, \"lon\": 1, \"radius\": 9}}",
                "/geofences {\"name\": \"x\", \"shape\": {\"kind\": \"circle\", \"lat\": 90, \"lon\": 1, \"radius\": 9}}",
                "/geofences {\"name\": \"x\", \"shape\": {\"kind\": \"circle\", \"lat\": 1, \"lon\": 1, \"radius\": 1e308}}",
                "/geofences {\"name\": \"x\", \"shape\": {\"kind\": \"square\"}}",
                "/geofences {\"name\": \"x\", \"shape\": null}",
                "/geofences {\"name\": \"x\", \"dwell\": \"PT-1S\", \"shape\": {\"kind\": \"circle\", \"lat\": 1, \"lon\": 1, \"radius\": 9}}",
                "/geofences {\"name\": \"x\", \"webhook\": {\"url\": \"file:///etc/passwd\"}, \"shape\": {\"kind\": \"circle\", \"lat\": 1, \"lon\": 1, \"radius\": 9}}",
                "/hooks/driver-events {}"
            })
    void what_cannot_be_done_is_refused(String call) throws Exception {
        var words = call.split(" ", 2);
        assertRefused(send("POST", words[0].replace("/D/", "/" + newDriver() + "/"), words[1]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "a/b/c", "/json", "x/"})
    void a_type_that_cannot_be_read_is_not_supported(String type) throws Exception {
        for (var path : List.of("/osmand", "/owntracks", "/drivers")) {
            var answer = send("POST", path, "{}", type);

            assertRefused(answer);
            assertThat(answer.statusCode()).as(path).isEqualTo(415);
        }
    }

    private static void assertRefused(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 499);
        assertThat(answer.headers().firstValue("Content-Type"))
                .as(answer.body())
                .contains("application/problem+json");
    }

    private static HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        return send(method, path, body, "application/json");
    }

    private static HttpResponse<String> send(String method, String path, String body, String type)
            throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://localhost:" + RestAssured.port + path))
                            .header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                            .header("Content-Type", type)
                            .method(method, BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
        }
    }
}
