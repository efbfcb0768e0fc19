package dev.hotstate.metrics.reset;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static java.time.Duration.ofSeconds;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasItem;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ResetResourceIT {

    private final String place = "/" + newId("reset");

    @Test
    void a_scope_begins_anew_and_the_others_go_on() {
        observe();
        reset("latency").body("forgotten", greaterThanOrEqualTo(4));
        percentiles().body("allTime.count", equalTo(0));
        asAdmin().get("/summary").then().body("total", greaterThanOrEqualTo(1));
        reset("errors");
        asAdmin().get("/errors").then().body("total", equalTo(0)).body("byStatus.size()", equalTo(0));
        reset("totals");
        asAdmin().get("/summary").then().body("total", equalTo(0)).body("maxSpeedPerSecond", equalTo(0));
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
    void what_is_no_scope_is_refused() {
        asAdmin().body("{\"scope\": \"everything\"}").post("/reset").then().statusCode(400);
        asAdmin().body("{}").post("/reset").then().statusCode(400);
    }

    private void observe() {
        asAdmin().body("""
            {"instance": "reset-1", "method": "GET", "path": "%s", "status": 500, "durationMs": 3}\
            """.formatted(place)).post("/observations").then().statusCode(200);
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
