package dev.hotstate.metrics.decision;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static dev.hotstate.metrics.Requests.policy;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import dev.hotstate.kit.testing.keys.KeyScanExtension;
import dev.hotstate.metrics.RecordedKeys;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@QuarkusTest
class BatchResourceIT {

    @RegisterExtension
    static final KeyScanExtension KEYS = KeyScanExtension.afterClass(RecordedKeys.scan());

    private static final String CHECK = "{\"policy\": \"%s\", \"identifier\": \"a\"}";
    private static final String OBSERVATION =
            "{\"instance\": \"batch-1\", \"method\": \"GET\", \"route\": \"%s\", \"status\": 200, \"durationMs\": 5}";

    private final String route = "/" + newId("batch");

    @Test
    void checks_are_answered_and_observations_counted_in_one_round_trip() {
        var id = policy("{\"limit\": 1, \"window\": \"P1D\"}");
        var check = CHECK.formatted(id);
        var observation = OBSERVATION.formatted(route);
        asAdmin()
                .body("{\"checks\": [%s, %s], \"observations\": [%s, %s, %s]}"
                        .formatted(check, check, observation, observation, observation))
                .post("/batch")
                .then()
                .statusCode(200)
                .body("verdicts.allowed", contains(true, false))
                .body("taken", equalTo(3))
                .body("excluded", equalTo(0))
                .body("recorded", equalTo(true));
        asAdmin()
                .get("/endpoints/GET_" + route + "/percentiles")
                .then()
                .statusCode(200)
                .body("allTime.count", equalTo(3));
    }

    @Test
    void each_part_can_be_left_out() {
        asAdmin()
                .body("{\"observations\": [%s]}".formatted(OBSERVATION.formatted(route)))
                .post("/batch")
                .then()
                .statusCode(200)
                .body("verdicts", empty())
                .body("taken", equalTo(1));
        asAdmin().body("{}").post("/batch").then().statusCode(200).body("recorded", equalTo(true));
    }

    @Test
    void what_is_wrong_with_one_refuses_all() {
        var id = policy("{\"limit\": 1, \"window\": \"P1D\"}");
        asAdmin()
                .body("{\"checks\": [%s], \"observations\": [{\"instance\": \"batch-1\"}]}"
                        .formatted(CHECK.formatted(id)))
                .post("/batch")
                .then()
                .statusCode(400);
        asAdmin()
                .body("{\"checks\": [{\"identifier\": \"a\"}]}")
                .post("/batch")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/checks/0/policy"));
        asAdmin().body(CHECK.formatted(id)).post("/limits/peek").then().body("remaining", equalTo(1));
    }

    @Test
    void a_key_for_one_part_is_not_enough_for_the_other() {
        String key = asAdmin()
                .body("{\"name\": \"%s\", \"scopes\": [\"limit\"]}".formatted(newId("key")))
                .post("/api-keys")
                .then()
                .statusCode(201)
                .extract()
                .path("key");
        assertThat(statusWith(
                        key,
                        "{\"checks\": [%s]}".formatted(CHECK.formatted(policy("{\"limit\": 1, \"window\": \"P1D\"}")))))
                .isEqualTo(200);
        assertThat(statusWith(key, "{\"observations\": [%s]}".formatted(OBSERVATION.formatted(route))))
                .isEqualTo(403);
    }

    private static int statusWith(String key, String body) {
        return given().auth()
                .oauth2(key)
                .contentType(ContentType.JSON)
                .body(body)
                .post("/batch")
                .statusCode();
    }
}
