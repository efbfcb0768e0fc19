package dev.hotstate.monitor.read;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.kit.http.sse.EventFeeds;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.vitals.VitalsSource;
import dev.hotstate.kit.testing.contract.EventStreamClient;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.definition.MonitorStore;
import dev.hotstate.monitor.definition.TestMonitors;
import dev.hotstate.monitor.history.History;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.MonitorRows;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import dev.hotstate.monitor.result.MonitorState;
import dev.hotstate.monitor.result.TakenResult;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

@QuarkusTest
class StatusIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @TestHTTPResource
    URI api;

    @Inject
    MonitorRows monitors;

    @Inject
    Definitions definitions;

    @Inject
    MonitorStore monitorStore;

    @Inject
    History history;

    @Inject
    HotMonitors hot;

    @Inject
    MonitorFeed ownFeed;

    @Inject
    ScheduleFigures figures;

    @Inject
    RedisRouter redis;

    @Inject
    MonitorKeys keys;

    @Inject
    KeySpace space;

    @Inject
    EventFeeds feeds;

    @Inject
    StatusReader reader;

    @Inject
    ObjectMapper json;

    @Inject
    VitalsSource vitals;

    @Inject
    Vertx vertx;

    @Inject
    MeterRegistry meters;

    @Test
    void a_monitor_that_was_never_checked_is_unknown() {
        var monitor = known(monitors.enabled());

        asAdmin()
                .get("/monitors/" + monitor + "/status")
                .then()
                .statusCode(200)
                .body("state", equalTo("unknown"))
                .body("answered", equalTo(true))
                .body("latencyMs", nullValue());
    }

    @Test
    void a_monitor_shows_its_last_result_and_its_outage() {
        var monitor = known(monitors.enabled());
        down(monitor);

        asAdmin()
                .get("/monitors/" + monitor + "/status")
                .then()
                .statusCode(200)
                .body("name", equalTo(monitor))
                .body("target", equalTo("http://127.0.0.1:9/"))
                .body("state", equalTo("down"))
                .body("since", equalTo("2026-11-18T12:00:00Z"))
                .body("reason", equalTo("connect_refused"))
                .body("latencyMs", equalTo(7))
                .body("phases.dns", equalTo(1200))
                .body("phases.tls", equalTo(0))
                .body("incident.id", equalTo("inc_1"))
                .body("incident.failureCount", equalTo(3))
                .body("recent", contains("d7", "u41"));
        asAdmin()
                .get("/monitors/" + monitor + "/results")
                .then()
                .statusCode(200)
                .body("items.verdict", contains("down", "up"))
                .body("items[0].reason", equalTo("connect_refused"))
                .body("items[1].statusCode", equalTo(200));
    }

    @Test
    void an_outage_that_is_over_but_not_yet_forgotten_counts_as_up() {
        var monitor = known(monitors.enabled());
        down(monitor);
        hash(keys.incident(monitor), Map.of("resolved_at", "1"));
        hash(keys.status(monitor), Map.of("state", "up"));

        asAdmin()
                .get("/monitors/" + monitor + "/status")
                .then()
                .body("state", equalTo("up"))
                .body("incident", nullValue());
    }

    @Test
    void one_that_a_newer_version_has_written_is_unknown_and_costs_no_page() {
        var monitor = known(monitors.enabled());
        down(monitor);
        hash(keys.status(monitor), Map.of("state", "dreaming"));

        asAdmin()
                .get("/monitors/status?recent=30&tag=" + monitor)
                .then()
                .statusCode(200)
                .body("items[0].state", equalTo("unknown"))
                .body("items[0].recent", contains("d7", "u41"));
    }

    @Test
    void pages_show_every_monitor_once() {
        var expected = Set.of(known(monitors.enabled()), known(monitors.disabled()), known(monitors.enabled()));
        var seen = new HashSet<String>();
        String cursor = null;
        do {
            var page = asAdmin()
                    .queryParam("limit", 2)
                    .queryParam("cursor", cursor == null ? new Object[0] : new Object[] {cursor})
                    .get("/monitors/status")
                    .then()
                    .statusCode(200)
                    .body("unanswered", equalTo(0))
                    .extract();
            for (var id : page.<Iterable<String>>path("items.id")) {
                assertThat(seen.add(id)).as("%s comes twice", id).isTrue();
            }
            cursor = page.path("nextCursor");
        } while (cursor != null);

        assertThat(seen).containsAll(expected);
    }

    @Test
    void a_list_can_be_of_one_tag() {
        var paused = known(monitors.disabled());

        asAdmin()
                .get("/monitors/status?tag=" + paused)
                .then()
                .statusCode(200)
                .body("items", hasSize(1))
                .body("items[0].state", equalTo("paused"));
        asAdmin().get("/monitors/status?limit=501").then().statusCode(400);
        asAdmin().get("/monitors/status?recent=61").then().statusCode(400);
    }

    @Test
    void what_does_not_exist_has_no_status() {
        asAdmin().get("/monitors/mon_aaaaaaaaaaaaaaaaaaaa/status").then().statusCode(404);
        asAdmin().get("/monitors/mon_aaaaaaaaaaaaaaaaaaaa/results").then().statusCode(404);
        given().get("/monitors/status").then().statusCode(401);
    }

    /** An empty list would say that nothing is watched. */
    @Test
    void before_the_monitors_are_read_there_is_no_list() {
        var unread = TestMonitors.unread(monitorStore);
        var early = new StatusResource(reader, unread, hot, ownFeed, figures, Clock.systemUTC());
        var earlyMetrics = new MetricsResource(unread, reader, history);

        assertThatThrownBy(() -> early.list(null, 0, null, null)).isInstanceOf(PostgresUnavailable.class);
        assertThatThrownBy(earlyMetrics::metrics).isInstanceOf(PostgresUnavailable.class);
    }

    @Test
    void what_another_instance_learns_reaches_the_pages_of_this_one() throws Exception {
        var monitor = known(monitors.enabled());
        var elsewhere = new MonitorFeed(
                feeds,
                redis,
                space,
                definitions,
                reader,
                json,
                Clock.systemUTC(),
                vitals,
                vertx,
                new SimpleMeterRegistry());
        var authorization = "Authorization: Bearer " + ServiceContract.ADMIN_KEY + "\r\n";
        try (var stream = EventStreamClient.open(api.resolve("/monitors/events"), authorization)) {
            await().atMost(PATIENCE).until(() -> stream.values("event").contains("snapshot"));

            elsewhere.taken(result(monitor, MonitorState.CONFIRMING, 10));
            elsewhere.taken(result(monitor, MonitorState.DOWN, 20));
            elsewhere.tell().await().atMost(PATIENCE);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(stream.values("data"))
                            .anySatisfy(data -> assertThat(data)
                                    .contains(monitor, "\"state\":\"down\"", "\"latencyMs\":20")
                                    .doesNotContain("confirming")));
        }
    }

    /** Its id is still the last one of this instance, which has not listened meanwhile. */
    @Test
    void who_comes_back_after_nobody_listened_has_to_read_anew() throws Exception {
        var authorization = "Authorization: Bearer " + ServiceContract.ADMIN_KEY + "\r\n";
        String seen;
        try (var stream = EventStreamClient.open(api.resolve("/monitors/events"), authorization)) {
            await().atMost(PATIENCE).until(() -> stream.values("event").contains("snapshot"));
            assertThat(followed()).isEqualTo(1);
            seen = stream.values("id").getLast();
        }
        await().atMost(PATIENCE).until(() -> followed() == 0);

        try (var stream = EventStreamClient.open(
                api.resolve("/monitors/events"), authorization + "Last-Event-ID: " + seen + "\r\n")) {
            await().atMost(PATIENCE).until(() -> stream.values("event").contains("snapshot"));
        }
    }

    private double followed() {
        return meters.get("hotstate.live.followed")
                .tag("channel", "results")
                .gauge()
                .value();
    }

    private static TakenResult result(String monitor, MonitorState state, long latency) {
        return new TakenResult(monitor, state, Verdict.DOWN, Reason.STATUS, 500, latency, NOON, Optional.empty());
    }

    /** As the script that commits results writes it. */
    private void down(String monitor) {
        hash(
                keys.status(monitor),
                Map.of(
                        "state", "down",
                        "since", Long.toString(NOON.toEpochMilli()),
                        "checked_at", Long.toString(NOON.plusSeconds(60).toEpochMilli()),
                        "verdict", "down",
                        "reason", "connect_refused",
                        "status_code", "0",
                        "latency_ms", "7",
                        "phases", "1200,0,0,0,0"));
        hash(
                keys.incident(monitor),
                Map.of(
                        "first_failure_at", Long.toString(NOON.toEpochMilli()),
                        "failure_count", "3",
                        "alerted", "1",
                        "incident_id", "inc_1"));
        for (var entry : new String[] {"1795003200:u41:200", "1795003260:d7:0:connect_refused"}) {
            send(Command.of("LPUSH").key(keys.recent(monitor)).arg(entry));
        }
        send(Command.of("PEXPIRE").key(keys.recent(monitor)).arg(60_000));
    }

    private void hash(RedisKey key, Map<String, String> fields) {
        var command = Command.of("HSET").key(key);
        fields.forEach((name, value) -> command.arg(name).arg(value));
        send(command);
        send(Command.of("PEXPIRE").key(key).arg(60_000));
    }

    private void send(Command command) {
        redis.send(command).await().atMost(PATIENCE);
    }

    /** Waits until this instance has heard of it. */
    private String known(String monitor) {
        await().atMost(PATIENCE).until(() -> definitions.known(monitor).isPresent());
        // The sorted list is a second old at most.
        await().atMost(PATIENCE)
                .until(() -> asAdmin()
                                .get("/monitors/status?tag=" + monitor)
                                .jsonPath()
                                .getList("items")
                                .size()
                        == 1);
        return monitor;
    }

    private static RequestSpecification asAdmin() {
        return given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY);
    }
}
