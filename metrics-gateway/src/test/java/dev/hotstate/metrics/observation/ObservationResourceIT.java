package dev.hotstate.metrics.observation;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;

import dev.hotstate.kit.testing.requires.Requires;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.config.EncoderConfig;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Looks at endpoints and instances of its own: totals are everybody's. */
@QuarkusTest
class ObservationResourceIT {

    private static final String NDJSON = "application/x-ndjson";

    private final String place = "/" + newId("shop");
    private final String instance = newId("instance");

    @Test
    void one_observation_is_counted_under_the_route_of_its_path() {
        record("application/json", observation(place + "/orders/123", 200, 12.5))
                .body("taken", equalTo(1));
        record("application/json", observation(place + "/orders/456", 503, 7.5));
        latency("GET " + place + "/orders/{id}")
                .body("endpoint", equalTo("GET " + place + "/orders/{id}"))
                .body("averageMs", equalTo(10.0f))
                .body("allTime.count", equalTo(2));
        asAdmin()
                .get("/errors")
                .then()
                .statusCode(200)
                .body("total", greaterThanOrEqualTo(1))
                .body("byStatus.status", hasItem(503))
                .body("byEndpoint.endpoint", hasItem("GET " + place + "/orders/{id}"));
        asAdmin()
                .get("/instances")
                .then()
                .body("items.find { it.instance == '%s' }.requests".formatted(instance), equalTo(2));
        // Of the present hour, or of the one before if it has just begun.
        asAdmin()
                .get("/hourly")
                .then()
                .body("items", hasSize(24))
                .body("items[22..23].requests.sum()", greaterThanOrEqualTo(1));
        asAdmin()
                .get("/summary")
                .then()
                .body("total", greaterThanOrEqualTo(2))
                .body("endpoints", greaterThanOrEqualTo(1))
                .body("instances", greaterThanOrEqualTo(1));
    }

    @Test
    void prometheus_reads_what_was_recorded() {
        record("application/json", observation(place, 500, 2_500));
        assertThat(asAdmin().get("/metrics").then().statusCode(200).extract().asString())
                .contains("recorded_endpoint_duration_seconds_sum{endpoint=\"GET %s\"} 2.500000\n".formatted(place))
                .contains("recorded_endpoint_errors_total{endpoint=\"GET %s\"} 1\n".formatted(place))
                .contains("recorded_instance_requests_total{instance=\"%s\"} 1\n".formatted(instance));
    }

    @Test
    void prometheus_own_tool_finds_nothing_to_say() throws Exception {
        Requires.command("promtool", "install Debian's package prometheus");
        record("application/json", observation(place + "/\\\"quoted\\\"", 404, 1));
        var text = asAdmin().get("/metrics").then().statusCode(200).extract().asString();
        var process = new ProcessBuilder("promtool", "check", "metrics")
                .redirectErrorStream(true)
                .start();
        try {
            try (var input = process.getOutputStream()) {
                input.write(text.getBytes(StandardCharsets.UTF_8));
            }
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(said).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void a_batch_with_an_id_counts_once() {
        var id = newId("batch");
        for (int times = 0; times < 3; times++) {
            asAdmin()
                    .queryParam("batchId", id)
                    .body("[%s, %s]".formatted(observation(place, 200, 1), observation(place, 500, 3)))
                    .post("/observations")
                    .then()
                    .statusCode(200)
                    .body("taken", equalTo(2));
        }
        latency("GET " + place).body("allTime.count", equalTo(2)).body("averageMs", equalTo(2.0f));
        for (var wrong : List.of("short", "with space", "x".repeat(65))) {
            asAdmin()
                    .queryParam("batchId", wrong)
                    .body(observation(place, 200, 1))
                    .post("/observations")
                    .then()
                    .statusCode(400)
                    .body("errors[0].parameter", equalTo("batchId"));
        }
        asAdmin()
                .queryParam("batchId", id)
                .queryParam("durable", false)
                .body(observation(place, 200, 1))
                .post("/observations")
                .then()
                .statusCode(400);
    }

    @Test
    void who_does_not_wait_is_counted_soon() {
        asAdmin()
                .queryParam("durable", false)
                .body(observation(place, 200, 1))
                .post("/observations")
                .then()
                .statusCode(200)
                .body("taken", equalTo(1))
                .body("dropped", equalTo(0));
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> latency("GET " + place).body("allTime.count", equalTo(1)));
    }

    @Test
    void ten_thousand_come_as_an_array_or_in_lines_and_percentiles_are_right() {
        var lines = IntStream.rangeClosed(1, 10_000)
                .mapToObj(i -> observation(place, 200, i / 10.0))
                .toList();
        record("application/json", "[" + String.join(",", lines) + "]").body("taken", equalTo(10_000));
        record(NDJSON, lines.stream().collect(Collectors.joining("\n\n"))).body("taken", equalTo(10_000));
        latency("GET_" + place)
                .body("allTime.count", equalTo(20_000))
                .body("allTime.p50.toDouble()", closeTo(500, 6))
                .body("allTime.p90.toDouble()", closeTo(900, 10))
                .body("allTime.p95.toDouble()", closeTo(950, 10.5))
                .body("allTime.p99.toDouble()", closeTo(990, 11))
                .body("allTime.p999.toDouble()", closeTo(999, 11))
                .body("hours", hasSize(24))
                .body("hours.count.sum()", equalTo(20_000));
    }

    @Test
    void requests_of_the_machine_itself_do_not_count() {
        record("application/json", """
            {"instance": "%s", "method": "GET", "path": "%s", "status": 200, "durationMs": 1, "client": "127.0.0.1"}\
            """.formatted(instance, place))
                .body("taken", equalTo(0))
                .body("excluded", equalTo(1));
    }

    @Test
    void of_a_batch_with_something_wrong_nothing_is_counted() {
        asAdmin()
                .body("""
                    [%s, {"instance": "", "method": "get", "path": "users", "route": "/x", "status": 99, "durationMs": -1, "ts": 5}]\
                    """.formatted(observation(place, 200, 1)))
                .post("/observations")
                .then()
                .statusCode(400)
                .body(
                        "errors.pointer",
                        contains(
                                "/1/instance",
                                "/1/method",
                                "/1/path",
                                "/1/path",
                                "/1/status",
                                "/1/durationMs",
                                "/1/ts"));
        asAdmin().get("/endpoints/GET_" + place + "/percentiles").then().statusCode(404);
    }

    @Test
    void what_is_too_much_or_no_json_is_refused() {
        var many = IntStream.range(0, 10_001).mapToObj(i -> "{}").collect(Collectors.joining(",", "[", "]"));
        asAdmin().body(many).post("/observations").then().statusCode(413);
        asAdmin().body("{").post("/observations").then().statusCode(400);
        asAdmin().body("[1]").post("/observations").then().statusCode(400);
        asAdmin().body("{\"surprise\": 1}").post("/observations").then().statusCode(400);
    }

    @Test
    void endpoints_come_in_pages_and_orders() {
        for (int i = 0; i < 3; i++) {
            record("application/json", observation(place + "/page-" + i, 200, 1));
        }
        assertThat(everyEndpoint("sort=average&limit=2"))
                .contains("GET " + place + "/page-0", "GET " + place + "/page-1", "GET " + place + "/page-2");
        asAdmin().get("/endpoints?sort=beauty").then().statusCode(400).body("errors[0].parameter", equalTo("sort"));
    }

    @Test
    void endpoints_with_the_longest_routes_come_in_pages_too() {
        var routes = IntStream.range(0, 3)
                .mapToObj(i -> place + "/long-" + i + "/")
                .map(route -> route + "語".repeat(2_000 - route.length()))
                .toList();
        routes.forEach(route -> record(
                "application/json",
                "{\"instance\": \"%s\", \"method\": \"GET\", \"route\": \"%s\", \"status\": 200, \"durationMs\": 1}"
                        .formatted(instance, route)));
        assertThat(everyEndpoint("limit=1"))
                .containsAll(routes.stream().map(route -> "GET " + route).toList());
    }

    /** Of all pages. */
    private static List<String> everyEndpoint(String query) {
        var found = new ArrayList<String>();
        String cursor = null;
        do {
            var page = asAdmin()
                    .queryParams(cursor == null ? Map.of() : Map.of("cursor", cursor))
                    .get("/endpoints?" + query)
                    .then()
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            found.addAll(page.<String>getList("items.endpoint"));
            cursor = page.get("nextCursor");
        } while (cursor != null);
        return found;
    }

    private String observation(String path, int status, double ms) {
        return "{\"instance\": \"%s\", \"method\": \"GET\", \"path\": \"%s\", \"status\": %d, \"durationMs\": %s}"
                .formatted(instance, path, status, ms);
    }

    private static ValidatableResponse record(String type, String body) {
        return asAdmin()
                .config(RestAssured.config()
                        .encoderConfig(EncoderConfig.encoderConfig().encodeContentTypeAs(NDJSON, ContentType.TEXT)))
                .contentType(type)
                .body(body)
                .post("/observations")
                .then()
                .statusCode(200);
    }

    private static ValidatableResponse latency(String endpoint) {
        var encoded = URLEncoder.encode(endpoint, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/");
        return asAdmin()
                .urlEncodingEnabled(false)
                .get("/endpoints/" + encoded + "/percentiles")
                .then()
                .statusCode(200);
    }
}
