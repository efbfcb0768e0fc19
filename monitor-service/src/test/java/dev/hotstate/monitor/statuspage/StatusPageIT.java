package dev.hotstate.monitor.statuspage;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.definition.MonitorStore;
import dev.hotstate.monitor.definition.TestMonitors;
import dev.hotstate.monitor.history.History;
import dev.hotstate.monitor.maintenance.MaintenanceCalendar;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.MonitorRows;
import dev.hotstate.monitor.platform.WholeHour;
import dev.hotstate.monitor.read.ShownState;
import dev.hotstate.monitor.read.WithoutRedis;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class StatusPageIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    MonitorRows monitors;

    @Inject
    Definitions definitions;

    @Inject
    RedisRouter redis;

    @Inject
    MonitorKeys keys;

    @Inject
    MonitorStore monitorStore;

    @Inject
    StatusPageStore store;

    @Inject
    History history;

    @Inject
    MaintenanceCalendar calendar;

    @Inject
    Database database;

    @Inject
    Vertx vertx;

    @Test
    void a_page_is_public_and_shows_labels_instead_of_targets() {
        var monitor = monitor("down");
        put("shop-page", monitor, "Checkout <b>");

        given().get("/status/shop-page")
                .then()
                .statusCode(200)
                .contentType(startsWith("text/html"))
                .body(containsString("Checkout &lt;b&gt;"))
                .body(containsString("Something is down"))
                .body(not(containsString("127.0.0.1")))
                .body(not(containsString(monitor)));
        given().get("/status/shop-page/data")
                .then()
                .statusCode(200)
                .body("state", equalTo("down"))
                .body("live", equalTo(true))
                .body("groups[0].components[0].name", equalTo("Checkout <b>"));
    }

    @Test
    void a_page_is_defined_changed_and_taken_off() {
        var monitor = monitor("up");
        put("mine", monitor, "one");
        given().get("/status/mine/data").then().body("groups[0].components[0].name", equalTo("one"));
        put("mine", monitor, "two");

        given().get("/status/mine/data").then().body("groups[0].components[0].name", equalTo("two"));
        asAdmin().get("/status-pages").then().statusCode(200).body("items.slug", hasItem("mine"));
        asAdmin().delete("/status-pages/mine").then().statusCode(204);
        given().get("/status/mine").then().statusCode(404);
        asAdmin().delete("/status-pages/mine").then().statusCode(404);
    }

    @Test
    void an_address_that_can_not_be_one_is_refused() {
        asAdmin()
                .body(body("Not An Address", "mon_x", "x"))
                .put("/status-pages/anything")
                .then()
                .statusCode(400)
                .body("errors.pointer", hasItem("/slug"));
        given().contentType(ContentType.JSON)
                .body(body("x", "mon_x", "x"))
                .put("/status-pages/x")
                .then()
                .statusCode(401);
    }

    @Test
    void a_name_that_no_monitor_has_is_told_with_its_place() {
        var monitor = monitor("up");
        asAdmin()
                .body("""
                        {"slug": "mistyped", "title": "Shop", "groups": [{"name": "All", "monitors":
                         [{"id": "%s"}, {"id": "shop frnt"}]}]}""".formatted(monitor))
                .put("/status-pages/mistyped")
                .then()
                .statusCode(400)
                .body("errors.pointer", hasItem("/groups/0/monitors/1/id"));
        given().get("/status/mistyped").then().statusCode(404);
    }

    @Test
    void a_page_on_which_nothing_is_watched_does_not_say_that_everything_works() {
        var monitor = monitor("up");
        put("unwatched", monitor, "Checkout");
        given().get("/status/unwatched/data").then().body("state", equalTo("up"));

        asAdmin().post("/monitors/" + monitor + "/disable").then().statusCode(200);
        await().atMost(PATIENCE)
                .untilAsserted(() -> given().get("/status/unwatched/data")
                        .then()
                        .body("groups[0].components.state", contains("paused"))
                        .body("state", equalTo("unknown")));
        asAdmin().delete("/monitors/" + monitor).then().statusCode(204);
        await().atMost(PATIENCE)
                .untilAsserted(() -> given().get("/status/unwatched/data")
                        .then()
                        .body("groups[0].components", hasSize(0))
                        .body("state", equalTo("unknown")));

        given().get("/status/unwatched").then().statusCode(200).body(containsString("Nothing is watched here"));
        asAdmin().delete("/status-pages/unwatched").then().statusCode(204);
    }

    @Test
    void what_the_public_reads_is_one_line_each_as_it_was_written() {
        asAdmin()
                .body("""
                        {"slug": "lines", "title": "Sh\\u202eop", "groups": [{"name": "All\\nof them", "monitors":
                         [{"id": "%s", "label": "Check\\u0000out"}]}]}""".formatted(monitor("up")))
                .put("/status-pages/lines")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/title", "/groups/0/name", "/groups/0/monitors/0/label"));
    }

    @Test
    void a_monitor_is_on_a_page_once() {
        var monitor = monitor("up");
        asAdmin()
                .body("""
                        {"slug": "twice", "title": "Shop", "groups": [{"name": "All", "monitors": [{"id": "%1$s"}]},
                         {"name": "Again", "monitors": [{"id": "%1$s"}]}]}""".formatted(monitor))
                .put("/status-pages/twice")
                .then()
                .statusCode(400)
                .body("errors.pointer", hasItem("/groups/1/monitors/0/id"));
    }

    @Test
    void whoever_follows_an_old_link_gets_a_page_and_a_program_gets_a_problem() {
        given().get("/status/was-never-there")
                .then()
                .statusCode(404)
                .contentType(startsWith("text/html"))
                .body(containsString("There is no such page"));
        given().get("/status/was-never-there/data")
                .then()
                .statusCode(404)
                .contentType(startsWith("application/problem+json"));
    }

    @Test
    void page_badge_and_uptime_tell_the_same_of_an_outage_that_has_just_begun() {
        WholeHour.begins();
        var monitor = monitor(monitors.enabledFor(Duration.ofHours(2)), "down");
        put("same-numbers", monitor, "shop");
        var hist = keys.hist(monitor, Instant.now().getEpochSecond() / 3_600);
        redis.send(Command.of("HSET").key(hist).arg("u0").arg(3).arg("d1").arg(1))
                .await()
                .atMost(PATIENCE);
        redis.send(Command.of("PEXPIRE").key(hist).arg(60_000)).await().atMost(PATIENCE);

        given().get("/status/same-numbers/data")
                .then()
                .body("groups[0].components[0].state", equalTo("down"))
                .body("groups[0].components[0].uptime", equalTo(0.75f));
        given().get("/status/same-numbers").then().body(containsString("75.00 % uptime in 2 h"));
        given().get("/badges/" + monitor + "/uptime.json?window=90d").then().body("message", containsString("75"));
        asAdmin().get("/monitors/" + monitor + "/uptime").then().body("windows[0].uptime", equalTo(0.75f));
    }

    @Test
    void an_outage_during_maintenance_is_told_as_what_it_is() {
        var monitor = monitor("down");
        put("announced", monitor, "shop");
        sql(
                "insert into incident (id, monitor_id, first_failure_at, opened_at, reason, status_code, message, muted)"
                        + " values ($1, $2, now(), now(), 'status', 503, '', true)",
                "inc_" + monitor,
                monitor);
        var window = maintenanceOf(monitor);

        given().get("/status/announced/data")
                .then()
                .body("state", equalTo("maintenance"))
                .body("incidents[0].maintenance", equalTo(true));
        given().get("/status/announced")
                .then()
                .body(containsString("under maintenance"), not(containsString("down for")));
        asAdmin().delete("/maintenance/" + window).then().statusCode(204);
    }

    @Test
    void without_redis_a_page_shows_what_postgres_knows_and_how_old_that_is() {
        var down = monitor("up");
        var healthy = monitor("up");
        var upgraded = monitor("down");
        asAdmin()
                .body("""
                        {"slug": "without-redis", "title": "Shop", "groups": [{"name": "All", "monitors":
                         [{"id": "%s", "label": "broken"}, {"id": "%s", "label": "fine"}, {"id": "%s", "label": "planned"}]}]}""".formatted(down, healthy, upgraded))
                .put("/status-pages/without-redis")
                .then()
                .statusCode(200);
        for (var broken : List.of(down, upgraded)) {
            sql(
                    "insert into incident (id, monitor_id, first_failure_at, opened_at, reason, status_code, message, muted)"
                            + " values ($1, $2, now(), now(), 'status', 503, '', false)",
                    "inc_" + broken,
                    broken);
        }
        var window = maintenanceOf(upgraded);
        sql(
                "insert into check_day (monitor_id, day, up, down, unknown, latency_ms, sketch)"
                        + " values ($1, (now() at time zone 'utc')::date, 10, 0, 0, 100, '')",
                healthy);
        try (var redis = new WithoutRedis(vertx, definitions, calendar, keys)) {
            var away = new PublicPages(store, redis.reader(), history, definitions, Clock.systemUTC());

            var page = away.page("without-redis").await().atMost(PATIENCE).orElseThrow();

            assertThat(page.live()).isFalse();
            assertThat(page.asOf())
                    .isBefore(Instant.now().minus(history.flushInterval()).plusSeconds(60));
            assertThat(page.groups().getFirst().components())
                    .extracting(PublicPage.Component::state)
                    .containsExactly(ShownState.DOWN, ShownState.UP, ShownState.MAINTENANCE);
            assertThat(StatusPageHtml.of(page, Instant.now())).contains("Live state is not available");
        }
        asAdmin().delete("/maintenance/" + window).then().statusCode(204);
    }

    @Test
    void before_the_monitors_are_read_there_is_no_page() {
        put("too-early", monitor("up"), "shop");
        var unread = TestMonitors.unread(monitorStore);

        try (var redis = new WithoutRedis(vertx, unread, calendar, keys)) {
            var early = new PublicPages(store, redis.reader(), history, unread, Clock.systemUTC());

            assertThatThrownBy(() -> early.page("too-early").await().atMost(PATIENCE))
                    .isInstanceOf(PostgresUnavailable.class);
        }
    }

    private static String maintenanceOf(String monitor) {
        return asAdmin()
                .body("""
                        {"name": "upgrade", "from": "%s", "to": "%s", "monitorIds": ["%s"]}""".formatted(
                                Instant.now().minusSeconds(60), Instant.now().plusSeconds(600), monitor))
                .post("/maintenance")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    private void sql(String statement, Object... parameters) {
        database.query(statement, parameters).await().atMost(PATIENCE);
    }

    @Test
    void badges_exist_for_what_is_on_a_page() {
        var shown = monitor("up");
        var hidden = monitor("up");
        put("badge-page", shown, "shown");

        given().get("/badges/" + shown + "/status.svg")
                .then()
                .statusCode(200)
                .contentType("image/svg+xml")
                .header("Cache-Control", containsString("max-age=60"))
                .header("Cross-Origin-Resource-Policy", "cross-origin")
                .body(containsString("status: up"));
        assertThat(given().get("/badges/" + shown + "/status.svg").headers().getValues("Cross-Origin-Resource-Policy"))
                .containsExactly("cross-origin");
        assertThat(given().get("/status/badge-page/data").headers().getValues("Cross-Origin-Resource-Policy"))
                .containsExactly("cross-origin");
        assertThat(given().get("/status/badge-page").headers().getValues("Cross-Origin-Resource-Policy"))
                .containsExactly("same-origin");
        given().get("/badges/" + shown + "/status.json")
                .then()
                .statusCode(200)
                .body("schemaVersion", equalTo(1))
                .body("label", equalTo("status"))
                .body("message", equalTo("up"));
        given().get("/badges/" + shown + "/uptime.json?window=7d")
                .then()
                .statusCode(200)
                .body("label", equalTo("uptime 7d"))
                .body("message", equalTo("unknown"));
        given().get("/badges/" + shown + "/latency.svg").then().statusCode(200);
        given().get("/badges/" + hidden + "/status.svg").then().statusCode(404);
        given().get("/badges/" + shown + "/uptime.json?window=2y").then().statusCode(404);
    }

    private void put(String slug, String monitor, String label) {
        asAdmin()
                .body(body(slug, monitor, label))
                .put("/status-pages/" + slug)
                .then()
                .statusCode(200);
    }

    private static String body(String slug, String monitor, String label) {
        return """
                {"slug": "%s", "title": "Shop", "groups": [{"name": "All", "monitors": [{"id": "%s", "label": "%s"}]}]}""".formatted(slug, monitor, label);
    }

    private String monitor(String state) {
        return monitor(monitors.enabled(), state);
    }

    private String monitor(String id, String state) {
        await().atMost(PATIENCE).until(() -> definitions.known(id).isPresent());
        var status = Command.of("HSET").key(keys.status(id)).arg("state").arg(state);
        redis.send(status.arg("since").arg(1).arg("checked_at").arg(1)).await().atMost(PATIENCE);
        redis.send(Command.of("PEXPIRE").key(keys.status(id)).arg(60_000))
                .await()
                .atMost(PATIENCE);
        return id;
    }

    private static RequestSpecification asAdmin() {
        return given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .contentType(ContentType.JSON);
    }
}
