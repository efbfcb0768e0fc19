package dev.hotstate.monitor.incident;

import static dev.hotstate.monitor.incident.IncidentWorld.PATIENCE;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.platform.MonitorKeys;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class IncidentResourceIT {

    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @Inject
    IncidentWorld world;

    @Inject
    IncidentConsumer consumer;

    @Inject
    MonitorKeys keys;

    @Test
    void an_incident_shows_what_happened_in_order() {
        var monitor = incident(NOON);

        asAdmin()
                .get("/incidents/inc_" + monitor)
                .then()
                .statusCode(200)
                .body("monitorName", equalTo(monitor))
                .body("state", equalTo("open"))
                .body("reason", equalTo("status"))
                .body("statusCode", equalTo(503))
                .body("firstFailureAt", equalTo("2026-11-18T11:59:55Z"))
                .body("openedAt", equalTo("2026-11-18T12:00:00Z"))
                .body("resolvedAt", nullValue())
                .body("timeline.type", contains("opened"))
                .body("timeline[0].text", equalTo("503 instead of 2xx"));
    }

    @Test
    void an_incident_is_acknowledged_once_and_notes_are_added() {
        var path = "/incidents/inc_" + incident(NOON);

        asAdmin()
                .body("{\"note\": \"on it\"}")
                .post(path + "/acknowledge")
                .then()
                .statusCode(200)
                .body("acknowledgedBy", notNullValue());
        asAdmin().body("{}").post(path + "/acknowledge").then().statusCode(200);
        asAdmin()
                .body("{\"text\": \"disk was full\"}")
                .post(path + "/notes")
                .then()
                .statusCode(200)
                .body("timeline.type", contains("opened", "acknowledged", "note"))
                .body("timeline.text", contains("503 instead of 2xx", "on it", "disk was full"));
        asAdmin().body("{\"text\": \" \"}").post(path + "/notes").then().statusCode(400);
        asAdmin()
                .body("{\"text\": \"x\"}")
                .post("/incidents/inc_none/notes")
                .then()
                .statusCode(404);
    }

    @Test
    void incidents_are_listed_by_state_and_monitor_in_pages() {
        var monitor = incident(NOON.plusSeconds(3600));
        consumer.handle(
                        keys.partitionOf(monitor),
                        List.of(
                                world.entry("resolved", monitor, "inc_" + monitor, NOON.plusSeconds(3700)),
                                world.entry("opened", monitor, "inc_2" + monitor, NOON.plusSeconds(3800))))
                .await()
                .atMost(PATIENCE);

        asAdmin()
                .get("/incidents?state=open&monitor=" + monitor)
                .then()
                .statusCode(200)
                .body("items.id", contains("inc_2" + monitor));
        asAdmin()
                .get("/incidents?state=resolved&monitor=" + monitor)
                .then()
                .body("items.id", contains("inc_" + monitor))
                .body("items[0].duration", equalTo("PT1M45S"));
        asAdmin().get("/incidents?state=open").then().body("items.id", not(hasItem("inc_" + monitor)));
        asAdmin().get("/incidents?state=shut").then().statusCode(400);

        var first = asAdmin()
                .get("/monitors/" + monitor + "/incidents?limit=1")
                .then()
                .statusCode(200);
        first.body("items.id", contains("inc_2" + monitor));
        var cursor = first.extract().<String>path("nextCursor");
        asAdmin()
                .get("/monitors/" + monitor + "/incidents?limit=1&cursor=" + cursor)
                .then()
                .body("items.id", contains("inc_" + monitor))
                .body("nextCursor", nullValue());
    }

    @Test
    void who_may_not_read_sees_nothing() {
        assertThat(given().get("/incidents").statusCode()).isEqualTo(401);
    }

    private String incident(Instant at) {
        var monitor = world.monitor();
        consumer.handle(keys.partitionOf(monitor), List.of(world.entry("opened", monitor, "inc_" + monitor, at)))
                .await()
                .atMost(PATIENCE);
        return monitor;
    }

    private static RequestSpecification asAdmin() {
        return given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .contentType(ContentType.JSON);
    }
}
