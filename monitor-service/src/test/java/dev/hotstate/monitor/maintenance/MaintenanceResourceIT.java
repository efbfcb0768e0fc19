package dev.hotstate.monitor.maintenance;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.platform.MonitorRows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

@QuarkusTest
class MaintenanceResourceIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String ANOTHER_MONITOR = "mon_nothing";

    @Inject
    MaintenanceCalendar calendar;

    @Inject
    MonitorRows monitors;

    @Test
    void a_window_that_is_open_covers_its_monitors_at_once() {
        var covered = monitors.disabled();
        var id = asAdmin()
                .body("""
                        {"name": "upgrade", "from": "%s", "to": "%s", "monitorIds": ["%s"]}""".formatted(
                                Instant.now().minusSeconds(60), Instant.now().plusSeconds(600), covered))
                .post("/maintenance")
                .then()
                .statusCode(201)
                .body("state", equalTo("active"))
                .body("monitorIds", contains(covered))
                .extract()
                .<String>path("id");

        assertThat(calendar.covers(covered, Set.of())).isTrue();
        assertThat(calendar.covers(ANOTHER_MONITOR, Set.of())).isFalse();
        asAdmin().delete("/maintenance/" + id).then().statusCode(204);
        assertThat(calendar.covers(covered, Set.of())).isFalse();
    }

    @Test
    void a_window_names_the_monitors_that_it_covers() {
        var covered = monitors.disabled();
        var id = asAdmin()
                .body("""
                        {"name": "named", "from": "2030-01-01T00:00:00Z", "to": "2030-01-02T00:00:00Z", "monitorIds": ["%s"]}""".formatted(covered))
                .post("/maintenance")
                .then()
                .statusCode(201)
                .extract()
                .<String>path("id");

        // Each instance reads definitions by itself, a moment later.
        await().atMost(PATIENCE)
                .untilAsserted(() -> asAdmin()
                        .get("/maintenance/" + id)
                        .then()
                        .body("monitors.id", contains(covered))
                        .body("monitors.name", contains(covered)));
        asAdmin().delete("/maintenance/" + id).then().statusCode(204);
    }

    @Test
    void a_window_for_a_monitor_that_does_not_exist_is_refused() {
        asAdmin()
                .body("""
                        {"name": "x", "from": "2030-01-01T00:00:00Z", "to": "2030-01-02T00:00:00Z", "monitorIds": ["%s", "mon_nobody"]}""".formatted(monitors.disabled()))
                .post("/maintenance")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/monitorIds"))
                .body("errors[0].detail", equalTo("names no monitor: mon_nobody"));
    }

    @Test
    void a_weekly_window_says_when_it_comes_next() {
        var id = asAdmin()
                .body("""
                        {"name": "weekly restart", "tags": ["team=batch"],
                         "weekly": {"days": ["SUNDAY", "MONDAY"], "start": "02:30", "duration": "PT45M", "zone": "Europe/Berlin"}}""")
                .post("/maintenance")
                .then()
                .statusCode(201)
                .body("from", nullValue())
                .body("weekly.days", contains("MONDAY", "SUNDAY"))
                .body("weekly.start", equalTo("02:30"))
                .extract()
                .<String>path("id");

        asAdmin().get("/maintenance").then().statusCode(200).body("items.id", hasItem(id));
        asAdmin().get("/maintenance/" + id).then().statusCode(200).body("next.from", notNullValue());
        asAdmin().delete("/maintenance/" + id).then().statusCode(204);
        asAdmin().get("/maintenance/" + id).then().statusCode(404);
    }

    @Test
    void a_window_can_be_moved() {
        var id = asAdmin()
                .body("""
                        {"name": "move me", "from": "2030-01-01T00:00:00Z", "to": "2030-01-01T01:00:00Z"}""")
                .post("/maintenance")
                .then()
                .statusCode(201)
                .extract()
                .<String>path("id");

        asAdmin()
                .body("""
                        {"name": "moved", "from": "2031-01-01T00:00:00Z", "to": "2031-01-01T01:00:00Z"}""")
                .put("/maintenance/" + id)
                .then()
                .statusCode(200)
                .body("name", equalTo("moved"))
                .body("next.from", equalTo("2031-01-01T00:00:00Z"));
        asAdmin().delete("/maintenance/" + id).then().statusCode(204);
    }

    @Test
    void every_value_that_makes_no_sense_is_named() {
        asAdmin()
                .body("""
                        {"name": "x", "weekly": {"days": ["MONDAY", null], "start": "02:00", "duration": "PT1H"}}""")
                .post("/maintenance")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains(startsWith("/weekly/days")));
        asAdmin()
                .body("""
                        {"name": "x", "weekly": {"days": [], "duration": "PT0S", "zone": "Mars/Base"}}""")
                .post("/maintenance")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/weekly/days", "/weekly/start", "/weekly/duration", "/weekly/zone"));
        asAdmin().body("""
                        {"name": "x", "from": "2030-01-02T00:00:00Z", "to": "2030-01-01T00:00:00Z"}""").post("/maintenance").then().statusCode(400).body("errors.pointer", contains("/to"));
        asAdmin()
                .body("""
                        {"name": "x", "from": "2020-01-01T00:00:00Z", "to": "2020-01-02T00:00:00Z"}""")
                .post("/maintenance")
                .then()
                .statusCode(400)
                .body("errors[0].detail", equalTo("is over already"));
        asAdmin().body("""
                        {"name": "x", "from": "2030-01-01T00:00:00Z", "to": "2103-01-01T00:00:00Z"}""").post("/maintenance").then().statusCode(400).body("errors.pointer", contains("/to"));
        asAdmin().body("""
                        {"name": "x", "from": "+200000000-01-01T00:00:00Z", "to": "+200000000-01-02T00:00:00Z"}""").post("/maintenance").then().statusCode(400).body("errors.pointer", contains("/to"));
        asAdmin().body("""
                        {"name": "x"}""").post("/maintenance").then().statusCode(400).body("errors.pointer", contains("/from"));
        asAdmin()
                .body("""
                        {"name": "x", "tags": ["no tag"], "from": "2030-01-01T00:00:00Z", "to": "2030-01-02T00:00:00Z"}""")
                .post("/maintenance")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains(startsWith("/tags")));
    }

    @Test
    void changes_need_the_scope_for_them() {
        given().get("/maintenance").then().statusCode(401);
    }

    private static RequestSpecification asAdmin() {
        return given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .contentType(ContentType.JSON);
    }
}
