package dev.hotstate.driver.claim;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.locate;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static dev.hotstate.driver.DriverApiClient.search;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.kit.http.postgres.Database;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims as those who ask for drivers see them. Each test has a place of its own. */
@QuarkusTest
class ClaimResourceIT {

    private static final Duration PATIENCE = ofSeconds(20);

    @Inject
    Database database;

    @Inject
    AssignmentWorker worker;

    private final double lat = ThreadLocalRandom.current().nextDouble(-60, 60);
    private final double lon = ThreadLocalRandom.current().nextDouble(-170, 170);

    @Test
    void the_nearest_are_claimed_and_hidden() {
        var far = driverAt(0.005);
        var near = driverAt(0.001);
        var farthest = driverAt(0.008);

        claim(newRequest(), 2)
                .statusCode(200)
                .body("wanted", equalTo(2))
                .body("claims.driverId", contains(near, far))
                .body("claims[0].state", equalTo("claimed"))
                .body("claims[0].distance.toDouble()", closeTo(0.111, 0.01))
                .body("claims[0].token", greaterThan(1_000_000_000_000_000L))
                .body("claims[0].lat.toDouble()", closeTo(lat + 0.001, 0.000_01));

        search(lat, lon).body("drivers.id", contains(farthest));
    }

    @Test
    void the_same_request_gets_the_same_answer_whatever_became_of_it() {
        driverAt(0.001);
        driverAt(0.002);
        var request = newRequest();
        var first = claim(request, 1).statusCode(200).extract();
        release(first.path("claims[0].id"), first.path("claims[0].token")).statusCode(200);

        var second = claim(request, 1).statusCode(200).extract();

        assertThat(second.body().asString()).isEqualTo(first.body().asString());
    }

    @Test
    void another_request_under_the_same_id_is_refused() {
        driverAt(0.001);
        var request = newRequest();
        claim(request, 1).statusCode(200);

        claim(request, 2).statusCode(409).body("type", endsWith("#request-id-taken"));
        claimChosen(driverAt(0.002), request).statusCode(409).body("type", endsWith("#request-id-taken"));
    }

    @Test
    void who_asks_for_more_than_there_are_gets_those_that_there_are() {
        var only = driverAt(0.001);

        claim(newRequest(), 3).statusCode(200).body("wanted", equalTo(3)).body("claims.driverId", contains(only));
        claim(newRequest(), 1).statusCode(200).body("claims", equalTo(List.of()));
    }

    @Test
    void a_confirmed_driver_is_busy_until_it_is_released() {
        var driver = driverAt(0.001);
        var claimed = claim(newRequest(), 1).statusCode(200).extract();
        String id = claimed.path("claims[0].id");
        long token = claimed.path("claims[0].token");

        confirm(id, token).statusCode(200).body("state", equalTo("confirmed")).body("expiresAt", nullValue());
        confirm(id, token).statusCode(200).body("state", equalTo("confirmed"));
        endLease(id);

        locate(driver, lat, lon).statusCode(200);
        search(lat, lon).body("drivers.id", not(hasItem(driver)));
        asAdmin()
                .get("/drivers/" + driver + "/claim")
                .then()
                .statusCode(200)
                .body("id", equalTo(id))
                .body("state", equalTo("confirmed"));

        release(id, token).statusCode(200).body("state", equalTo("released"));
        release(id, token).statusCode(200).body("state", equalTo("released"));

        search(lat, lon).body("drivers.id", hasItem(driver));
        asAdmin().get("/drivers/" + driver + "/claim").then().statusCode(404);
    }

    /** As if as much time had passed as it was claimed for, and ends were looked for since. */
    private void endLease(String id) {
        database.query("update assignment set lease_until = now() - interval '1 second' where id = $1", id)
                .await()
                .atMost(PATIENCE);
        worker.tick().await().atMost(PATIENCE);
    }

    @Test
    void a_claim_that_nobody_confirms_ends_by_itself() {
        var driver = driverAt(0.001);
        var claimed = claim(newRequest(), 1, "PT1S").statusCode(200).extract();

        await().atMost(PATIENCE).untilAsserted(() -> search(lat, lon).body("drivers.id", hasItem(driver)));

        String id = claimed.path("claims[0].id");
        asAdmin().get("/drivers/claims/" + id).then().body("state", equalTo("expired"));
        confirm(id, claimed.path("claims[0].token"))
                .statusCode(409)
                .body("type", endsWith("#stale-claim"))
                .body("state", equalTo("EXPIRED"));
    }

    @Test
    void tokens_of_a_driver_grow_and_an_old_one_changes_nothing() {
        driverAt(0.001);
        var first = claim(newRequest(), 1).statusCode(200).extract();
        long old = first.path("claims[0].token");
        release(first.path("claims[0].id"), old).statusCode(200);
        var second = claim(newRequest(), 1).statusCode(200).extract();
        String id = second.path("claims[0].id");

        assertThat(second.<Long>path("claims[0].token")).isGreaterThan(old);
        release(id, old).statusCode(409).body("type", endsWith("#stale-claim"));
        confirm(id, old).statusCode(409);
        asAdmin().get("/drivers/claims/" + id).then().body("state", equalTo("claimed"));
    }

    @Test
    void a_driver_is_claimed_by_its_id_once() {
        var driver = driverAt(0.001);
        var request = newRequest();

        var first = claimChosen(driver, request)
                .statusCode(200)
                .body("driverId", equalTo(driver))
                .extract();

        assertThat(claimChosen(driver, request).statusCode(200).extract().body().asString())
                .isEqualTo(first.body().asString());
        claimChosen(driver, newRequest()).statusCode(409).body("type", endsWith("#driver-not-available"));
        claimChosen("nobody-" + request, newRequest()).statusCode(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"available", "busy", "offline"})
    void a_claim_is_stronger_than_what_is_said_about_a_driver(String status) {
        var driver = driverAt(0.001);
        claim(newRequest(), 1).statusCode(200);

        asAdmin()
                .body("{}")
                .post("/drivers/" + driver + "/" + status)
                .then()
                .statusCode(409)
                .body("type", endsWith("#driver-claimed"));

        asAdmin()
                .get("/drivers/" + driver + "/status")
                .then()
                .body("status", equalTo("BUSY"))
                .body("reason", equalTo("claimed"));
    }

    @Test
    void what_is_not_acceptable_is_named() {
        claimBody("{\"lat\": 1, \"lon\": 2}").statusCode(400).body("errors.pointer", hasItem("/requestId"));
        claimBody("{\"requestId\": \"a b\", \"lat\": 1, \"lon\": 2}")
                .statusCode(400)
                .body("errors.pointer", hasItem("/requestId"));
        claimBody(body(newRequest(), 0, "PT30S")).statusCode(400).body("errors.pointer", hasItem("/count"));
        claimBody(body(newRequest(), 101, "PT30S")).statusCode(400).body("errors.pointer", hasItem("/count"));
        claimBody(body(newRequest(), 1, "PT48H")).statusCode(400).body("errors.pointer", hasItem("/ttl"));
        claimBody("{\"requestId\": \"%s\", \"lat\": 1, \"lon\": 2, \"radius\": 51}".formatted(newRequest()))
                .statusCode(400)
                .body("errors.pointer", hasItem("/radius"))
                .body("errors.detail", hasItem("must be at most 50"));
        claimBody("{\"requestId\": \"%s\", \"lat\": 89, \"lon\": 2}".formatted(newRequest()))
                .statusCode(422)
                .body("errors.pointer", hasItem("/lat"));
        asAdmin().get("/drivers/claims/clm_nobody").then().statusCode(404).body("type", endsWith("#claim-not-found"));
    }

    /** @param north degrees from the place of this test */
    private String driverAt(double north) {
        var driver = newDriver();
        locate(driver, lat + north, lon).statusCode(200);
        return driver;
    }

    private static String newRequest() {
        return "rq-" + UUID.randomUUID();
    }

    private ValidatableResponse claim(String request, int count) {
        return claim(request, count, "PT60S");
    }

    private ValidatableResponse claim(String request, int count, String ttl) {
        return claimBody(body(request, count, ttl));
    }

    private String body(String request, int count, String ttl) {
        return """
                {"requestId": "%s", "lat": %s, "lon": %s, "radius": 1.5, "count": %d, "ttl": "%s"}""".formatted(request, lat, lon, count, ttl);
    }

    private static ValidatableResponse claimBody(String body) {
        return asAdmin().body(body).post("/drivers/claims").then();
    }

    private static ValidatableResponse claimChosen(String driver, String request) {
        return asAdmin()
                .body("{\"requestId\": \"%s\"}".formatted(request))
                .post("/drivers/" + driver + "/claim")
                .then();
    }

    private static ValidatableResponse confirm(String id, long token) {
        return change(id, "confirm", token);
    }

    private static ValidatableResponse release(String id, long token) {
        return change(id, "release", token);
    }

    private static ValidatableResponse change(String id, String change, long token) {
        return asAdmin()
                .body("{\"token\": %d}".formatted(token))
                .post("/drivers/claims/" + id + "/" + change)
                .then();
    }
}
