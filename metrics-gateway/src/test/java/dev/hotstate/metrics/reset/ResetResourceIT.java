package dev.hotstate.metrics.reset;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.lessThan;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ResetResourceIT {

    /** As it is set by default. */
    private static final int INSTANCES_MAX = 500;

    private final String place = "/" + newId("reset");

    @Test
    void a_scope_begins_anew_and_the_others_go_on() {
        observe();
        reset("latency").body("forgotten", greaterThanOrEqualTo(4));
        percentiles().body("allTime.count", equalTo(0));
        asAdmin().get("/summary").then().body("total", greaterThanOrEqualTo(1));
        reset("errors");
        asAdmin().get("/errors").then().body("total", equalTo(0)).body("byStatus.size()", equalTo(0));
        // Who has just looked for the largest speed may keep it a moment later.
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            reset("totals");
            asAdmin().get("/summary").then().body("total", equalTo(0)).body("maxSpeedPerSecond", equalTo(0));
        });
        asAdmin().get("/hourly").then().body("items.requests.sum()", equalTo(0));
        asAdmin().get("/audit").then().body("items.findAll { it.action == 'figures.reset' }.object", hasItem("totals"));
        observe();
        asAdmin().get("/summary").then().body("total", equalTo(1));
    }

    @Test
    void after_all_of_it_nothing_is_left() {
        observe();
        reset("all").body("forgotten", greaterThanOrEqualTo(5));
        // A label that was in use a moment ago may be put back once, so that nothing is counted that nobody can find.
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            reset("all");
            asAdmin().get("/instances").then().body("items.size()", equalTo(0));
            asAdmin().get("/endpoints").then().body("items.size()", equalTo(0));
            asAdmin().get("/series").then().body("items.size()", equalTo(0));
            asAdmin().get("/summary").then().body("folded", equalTo(0));
        });
    }

    @Test
    void instances_that_are_forgotten_make_room_for_others() {
        var some = newId("pod");
        observe(IntStream.range(0, INSTANCES_MAX)
                .mapToObj(i -> observation(some + "-" + i))
                .collect(Collectors.joining(",", "[", "]")));
        var late = newId("late");
        observe(observation(late));
        assertThat(requestsOf(late)).isNull();

        await().atMost(ofSeconds(60)).pollInterval(ofSeconds(1)).untilAsserted(() -> {
            reset("instances");
            observe(observation(late));
            assertThat(requestsOf(late)).isEqualTo(1);
        });
        asAdmin().get("/summary").then().body("total", greaterThan(INSTANCES_MAX));
        reset("instances");
    }

    private static @Nullable Integer requestsOf(String instance) {
        return asAdmin().get("/instances").path("items.find { it.instance == '%s' }?.requests".formatted(instance));
    }

    @Test
    void the_most_connections_begin_with_those_that_are_open() {
        report(50);
        report(2).body("maxSinceStartup", greaterThanOrEqualTo(50));
        reset("connections");
        asAdmin().get("/connections").then().body("maxSinceStartup", lessThan(50));
        report(0);
    }

    private static ValidatableResponse report(int open) {
        return asAdmin()
                .body("{\"instance\": \"reset-1\", \"open\": %d}".formatted(open))
                .post("/connections")
                .then()
                .statusCode(200);
    }

    @Test
    void what_is_no_scope_is_refused() {
        asAdmin().body("{\"scope\": \"everything\"}").post("/reset").then().statusCode(400);
        asAdmin().body("{}").post("/reset").then().statusCode(400);
    }

    private void observe() {
        observe(observation("reset-1"));
    }

    private static void observe(String observations) {
        asAdmin().body(observations).post("/observations").then().statusCode(200);
    }

    private String observation(String instance) {
        return """
            {"instance": "%s", "method": "GET", "path": "%s", "status": 500, "durationMs": 3}\
            """.formatted(instance, place);
    }

    private ValidatableResponse percentiles() {
        return asAdmin()
                .get("/endpoints/GET_" + place + "/percentiles?hours=1")
                .then()
                .statusCode(200);
    }

    private static ValidatableResponse reset(String scope) {
        return asAdmin()
                .body("{\"scope\": \"%s\"}".formatted(scope))
                .post("/reset")
                .then()
                .statusCode(200)
                .body("scope", equalTo(scope));
    }
}
