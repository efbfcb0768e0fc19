package dev.hotstate.metrics.simulation;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static dev.hotstate.metrics.Requests.policy;
import static java.time.Duration.ofSeconds;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.kit.testing.keys.KeyScanExtension;
import dev.hotstate.metrics.RecordedKeys;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an edited policy would have done with what was asked a moment ago. */
@QuarkusTest
class SimulationIT {

    private static final Duration PATIENCE = ofSeconds(30);
    private static final String ADDRESS = "203.0.113.77";
    private static final String USER = "jane.doe@example.org";

    /** Neither is found in Redis. */
    @RegisterExtension
    static final KeyScanExtension KEYS = KeyScanExtension.afterClass(
            RecordedKeys.scan().secret("an address", ADDRESS).secret("a user", USER));

    private final String place = "/" + newId("shop");

    @Test
    void a_stricter_limit_would_have_denied_more_and_a_wider_match_would_have_concerned_more() {
        var id = policy("{\"match\": {\"route\": \"%s/cart\"}, \"limit\": 100, \"window\": \"PT1H\"}".formatted(place));
        for (int i = 0; i < 6; i++) {
            ask("{\"route\": \"%s/cart\", \"ip\": \"%s\", \"user\": \"%s\"}".formatted(place, ADDRESS, USER));
            ask("{\"route\": \"%s/other\", \"ip\": \"203.0.113.%d\"}".formatted(place, i));
        }
        var stricter = "{\"match\": {\"route\": \"%s/cart\"}, \"limit\": 2, \"window\": \"PT1H\"}".formatted(place);
        await().atMost(PATIENCE)
                .untilAsserted(() -> simulate(id, stricter)
                        .statusCode(200)
                        .body("present.allowedTotal", equalTo(6))
                        .body("present.deniedTotal", equalTo(0))
                        .body("edited.allowedTotal", equalTo(2))
                        .body("edited.deniedTotal", equalTo(4))
                        .body("edited.callers", equalTo(1))
                        .body("edited.callersDenied", equalTo(1))
                        .body("oneCallerIn", equalTo(1)));
        // The last of them may come into the sample one look later.
        var wider = "{\"match\": {\"route\": \"%s/*\"}, \"limit\": 2, \"window\": \"PT1H\"}".formatted(place);
        await().atMost(PATIENCE)
                .untilAsserted(() -> simulate(id, wider)
                        .body("sampled", greaterThanOrEqualTo(12))
                        .body("edited.callers", equalTo(7))
                        .body("edited.allowedTotal", equalTo(8))
                        .body("edited.deniedTotal", equalTo(4)));
        simulate(
                        id,
                        "{\"match\": {\"route\": \"%s/*\"}, \"key\": [\"everybody\"], \"limit\": 2, \"window\": \"PT1H\"}"
                                .formatted(place))
                .body("edited.callers", equalTo(1))
                .body("edited.deniedTotal", equalTo(10));
    }

    @Test
    void a_policy_that_nobody_has_saved_yet_has_no_present() {
        var id = newId("draft");
        simulate(id, "{\"limit\": 1, \"window\": \"PT1S\"}")
                .statusCode(200)
                .body("present", nullValue())
                .body("edited.callers", equalTo(0));
    }

    @Test
    void whoever_is_asked_about_by_name_counts_for_the_policies_that_were_named() {
        var id = policy("{\"limit\": 100, \"window\": \"PT1H\"}");
        for (int i = 0; i < 3; i++) {
            ask("{\"policy\": \"%s\", \"identifier\": \"%s\", \"hits\": 2}".formatted(id, USER));
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> simulate(id, "{\"limit\": 4, \"window\": \"PT1H\"}")
                        .body("edited.allowedTotal", equalTo(2))
                        .body("edited.deniedTotal", equalTo(1)));
    }

    @Test
    void nonsense_is_refused_with_the_place_in_the_form() {
        simulate("draft", "{\"limit\": 0, \"window\": \"PT1M\"}")
                .statusCode(400)
                .body("errors.pointer", contains("/limit"));
        simulate("draft", "{\"limit\": 5, \"window\": \"PT1M\", \"burst\": 3}")
                .statusCode(400)
                .body("errors[0].pointer", equalTo("/burst"));
        simulate("No Id", "{\"limit\": 5, \"window\": \"PT1M\"}").statusCode(400);
    }

    private static void ask(String check) {
        asAdmin().body(check).post("/limits/check").then().statusCode(200);
    }

    private static ValidatableResponse simulate(String id, String spec) {
        return asAdmin().body(spec).post("/policies/" + id + "/simulation").then();
    }
}
