package dev.hotstate.monitor.push;

import static io.restassured.RestAssured.given;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.PublicId;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ExtractableResponse;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the clients of Healthchecks and Uptime Kuma send, and what they expect. */
@QuarkusTest
class PushProtocolIT {

    @Inject
    RedisRouter redis;

    @Inject
    MonitorKeys keys;

    @Inject
    MeterRegistry meters;

    @Inject
    Reports reports;

    private String id;
    private String ping;
    private String push;
    private String slug;

    @BeforeEach
    void aJob() {
        slug = "job-" + PublicId.next("job").substring("job_".length());
        var created = create(slug);
        id = created.path("id");
        ping = created.path("reportTo.ping");
        push = created.path("reportTo.push");
    }

    private static ExtractableResponse<Response> create(String name) {
        return given().auth()
                .oauth2(ServiceContract.ADMIN_KEY)
                .contentType(ContentType.JSON)
                .body("""
                        {"name": "%s", "push": {"grace": "PT1M"}, "interval": "PT1H"}""".formatted(name))
                .post("/monitors")
                .then()
                .statusCode(201)
                .extract();
    }

    // ---- Healthchecks -----------------------------------------------------------------------------------------------

    /** The job was told that it was heard: a master that takes over without it must not find it silent. */
    @Test
    void what_a_job_was_told_is_heard_holds_when_redis_loses_it() {
        given().get(ping).then().statusCode(200);
        long deadline = (long) score();
        var partition = keys.partitionOf(id);
        send(Command.of("DEL").key(keys.status(id)));
        send(Command.of("ZADD")
                .key(keys.schedule(partition))
                .arg(deadline - 3_000_000)
                .arg(id));

        reports.tellAgain(List.of()).await().atMost(ofSeconds(15));
        assertThat(score()).isEqualTo(deadline - 3_000_000);
        reports.tellAgain(List.of(partition)).await().atMost(ofSeconds(15));

        assertThat((long) score()).isBetween(deadline - 2_000, deadline + 2_000);
        assertThat(status()).containsEntry("state", "up");
        assertThat(told("again")).isPositive();
    }

    private double told(String signal) {
        return meters.get("monitor.report").tag("signal", signal).counter().count();
    }

    @Test
    void a_key_in_an_address_does_not_get_into_the_metrics() {
        var key = PublicId.next("key");

        given().put("/ping/" + key + "/backup").then().statusCode(405);

        await().atMost(ofSeconds(20))
                .untilAsserted(() -> assertThat(requestUris()).contains("/UNMATCHED"));
        assertThat(requestUris()).noneMatch(uri -> uri.contains(key));
    }

    private List<String> requestUris() {
        return meters.find("http.server.requests").timers().stream()
                .map(timer -> String.valueOf(timer.getId().getTag("uri")))
                .toList();
    }

    @Test
    void a_ping_is_confirmed_and_the_job_is_up() {
        given().get(ping)
                .then()
                .statusCode(200)
                .body(equalTo("OK"))
                .header("Access-Control-Allow-Origin", "*")
                .header("Cache-Control", containsString("no-cache"))
                .header("Ping-Body-Limit", "10000");
        assertThat(status()).containsEntry("state", "up").containsEntry("verdict", "up");
        given().head(ping).then().statusCode(200);
        given().body("some log")
                .contentType("text/plain")
                .post(ping)
                .then()
                .statusCode(200)
                .body(equalTo("OK"));
        given().get(ping + "/").then().statusCode(200).body(equalTo("OK"));
    }

    @Test
    void a_failure_opens_an_incident_and_the_next_success_ends_it() {
        given().post(ping + "/fail").then().statusCode(200).body(equalTo("OK"));
        assertThat(status()).containsEntry("state", "down").containsEntry("reason", "status");

        given().get(ping + "/0").then().statusCode(200);
        assertThat(status()).containsEntry("state", "up").doesNotContainKey("message");

        given().get(ping + "/3").then().statusCode(200);
        assertThat(status())
                .containsEntry("state", "down")
                .containsEntry("status_code", "3")
                .containsEntry("message", "The job ended with exit status 3.");
    }

    @Test
    void how_long_a_run_took_is_measured_from_its_start() {
        var run = UUID.randomUUID();
        given().get(ping + "/start?rid=" + run).then().statusCode(200).body(equalTo("OK"));
        await().pollDelay(ofMillis(60)).until(() -> true);

        given().get(ping + "?rid=" + run).then().statusCode(200);

        assertThat(Long.parseLong(status().get("latency_ms"))).isBetween(50L, 10_000L);
    }

    @Test
    void a_run_that_has_begun_has_the_grace_to_end() {
        given().get(ping).then().statusCode(200);
        double usual = score();

        given().get(ping + "/start").then().statusCode(200);

        assertThat(usual - score()).isGreaterThan(ofSeconds(3_500).toMillis());
    }

    @Test
    void a_log_message_changes_nothing() {
        given().post(ping + "/log").then().statusCode(200).body(equalTo("OK"));

        assertThat(status()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/256", "/99999999999", "/finish", "/start/again"})
    void an_unknown_signal_is_refused(String signal) {
        given().get(ping + signal).then().statusCode(400).body(equalTo("invalid url format"));
    }

    @Test
    void what_is_no_uuid_is_refused_and_what_is_nobody_s_is_not_found() {
        given().get("/ping/not-a-uuid").then().statusCode(400).body(equalTo("invalid url format"));
        given().get(ping + "?rid=5").then().statusCode(400).body(equalTo("invalid uuid format"));
        given().get("/ping/" + UUID.randomUUID()).then().statusCode(404).body(equalTo("not found"));
    }

    @Test
    void what_a_job_sends_along_is_kept_up_to_a_limit() {
        given().body("first line")
                .contentType("text/plain")
                .post(ping + "/start")
                .then()
                .statusCode(200);
        given().body("x".repeat(10_001))
                .contentType("text/plain")
                .post(ping + "/7")
                .then()
                .statusCode(200);
        given().body("{}")
                .contentType("application/json")
                .post(ping + "/log")
                .then()
                .statusCode(200);
        given().post(ping).then().statusCode(200);

        await().atMost(ofSeconds(20))
                .untilAsserted(() -> pings().then()
                        .body("items", hasSize(3))
                        .body("items.signal", containsInAnyOrder("start", "down", "log")));
        pings().then()
                .body("items.find { it.signal == 'start' }.body", equalTo("first line"))
                .body("items.find { it.signal == 'start' }.truncated", equalTo(false))
                .body("items.find { it.signal == 'start' }.run", nullValue())
                .body("items.find { it.signal == 'start' }.exitStatus", nullValue())
                .body("items.find { it.signal == 'down' }.exitStatus", equalTo(7))
                .body("items.find { it.signal == 'down' }.size", equalTo(10_001))
                .body("items.find { it.signal == 'down' }.truncated", equalTo(true))
                .body("items.find { it.signal == 'down' }.body.length()", equalTo(10_000));
    }

    @Test
    void only_the_last_bodies_are_kept() {
        for (int i = 1; i <= 25; i++) {
            var body = "run " + i;
            given().body(body).contentType("text/plain").post(ping).then().statusCode(200);
            // One after the other, so that it is known which are the last.
            await().atMost(ofSeconds(20))
                    .pollInterval(ofMillis(10))
                    .until(() -> pings().jsonPath().getString("items[0].body"), body::equals);
        }

        pings().then().body("items", hasSize(20)).body("items[19].body", equalTo("run 6"));
    }

    @Test
    void a_job_is_also_known_by_a_key_and_its_slug() {
        var key = pingKey();

        given().get("/ping/" + key + "/" + slug).then().statusCode(200).body(equalTo("OK"));
        assertThat(status()).containsEntry("state", "up");
        given().get("/ping/" + key + "/" + slug + "/fail")
                .then()
                .statusCode(200)
                .body(equalTo("OK"));
        assertThat(status()).containsEntry("state", "down");

        given().get("/ping/" + key + "/nobody-s-" + slug).then().statusCode(404).body(equalTo("not found"));
        given().get("/ping/no-key/" + slug).then().statusCode(404).body(equalTo("not found"));
        given().get("/ping/" + key + "/" + slug + "/256").then().statusCode(400).body(equalTo("invalid url format"));
        given().get("/ping/" + key + "/Not A Slug").then().statusCode(400).body(equalTo("invalid url format"));
    }

    @Test
    void a_job_that_asks_for_it_is_made_by_its_first_ping() {
        var key = pingKey();
        var path = "/ping/" + key + "/new-" + slug + "?create=1";

        given().get(path).then().statusCode(201).body(equalTo("Created"));
        given().get(path).then().statusCode(200).body(equalTo("OK"));

        given().auth()
                .oauth2(ServiceContract.ADMIN_KEY)
                .get("/monitors?name=new-" + slug)
                .then()
                .body("items", hasSize(1))
                .body("items[0].name", equalTo("new-" + slug))
                .body("items[0].push.grace", equalTo("PT1H"))
                .body("items[0].interval", equalTo("PT24H"));
    }

    @Test
    void a_slug_of_two_jobs_is_ambiguous() {
        create(slug.replace('-', ' '));

        given().get("/ping/" + pingKey() + "/" + slug).then().statusCode(409).body(equalTo("ambiguous slug"));
    }

    private static String pingKey() {
        return given().auth()
                .oauth2(ServiceContract.ADMIN_KEY)
                .contentType(ContentType.JSON)
                .body("{\"name\": \"jobs\", \"scopes\": [\"ping\"]}")
                .post("/api-keys")
                .then()
                .statusCode(201)
                .extract()
                .path("key");
    }

    private Response pings() {
        return given().auth().oauth2(ServiceContract.ADMIN_KEY).get("/monitors/" + id + "/pings");
    }

    // ---- Uptime Kuma ------------------------------------------------------------------------------------------------

    @Test
    void a_push_is_answered_as_uptime_kuma_does() {
        given().get(push + "?status=up&msg=OK&ping=123").then().statusCode(200).body(equalTo("{\"ok\":true}"));
        assertThat(status()).containsEntry("state", "up").containsEntry("latency_ms", "123");

        given().queryParam("msg", "disk full")
                .post(push + "?status=down")
                .then()
                .statusCode(200)
                .body("ok", equalTo(true));
        assertThat(status()).containsEntry("state", "down").containsEntry("message", "disk full");
    }

    @Test
    void an_unknown_token_and_a_senseless_ping_are_refused() {
        given().get("/api/push/unknown")
                .then()
                .statusCode(404)
                .body("ok", equalTo(false))
                .body("msg", equalTo("Monitor not found or not active."));
        given().get(push + "?ping=-1").then().statusCode(400).body("ok", equalTo(false));
        given().get(push + "?ping=soon").then().statusCode(400).body("ok", equalTo(false));
        given().get(push + "?ping=").then().statusCode(200);
    }

    @Test
    void a_job_that_reports_too_often_is_told_so_and_no_other() {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = IntStream.range(0, 200)
                    .mapToObj(i -> supplyAsync(() -> given().get(ping).statusCode(), threads))
                    .toList();
            assertThat(answers.stream().map(CompletableFuture::join)).contains(200, 429);
        }

        aJob();
        given().get(ping).then().statusCode(200);
    }

    @Test
    void a_disabled_job_is_not_heard() {
        given().auth()
                .oauth2(ServiceContract.ADMIN_KEY)
                .contentType(ContentType.JSON)
                .post("/monitors/" + id + "/disable")
                .then()
                .statusCode(200);

        given().get(ping).then().statusCode(404);
        given().get(push).then().statusCode(404);
    }

    @Test
    void what_became_a_check_does_not_hear_its_old_job() {
        given().get(ping).then().statusCode(200);
        given().auth()
                .oauth2(ServiceContract.ADMIN_KEY)
                .contentType(ContentType.JSON)
                .body("""
                        {"name": "%s", "interval": "P1D", "target": {"kind": "tcp", "host": "127.0.0.1", "port": 9}}""".formatted(PublicId.next("check")))
                .put("/monitors/" + id)
                .then()
                .statusCode(200);

        given().get(ping).then().statusCode(404);
        given().get(push).then().statusCode(404);
    }

    // ---- parts ------------------------------------------------------------------------------------------------------

    private Map<String, String> status() {
        var values = send(Command.of("HGETALL").key(keys.status(id))).list();
        var fields = new HashMap<String, String>();
        for (int i = 0; i < values.size(); i += 2) {
            fields.put(values.get(i).text(), values.get(i + 1).text());
        }
        return fields;
    }

    private double score() {
        return Double.parseDouble(send(Command.of("ZSCORE")
                        .key(keys.schedule(keys.partitionOf(id)))
                        .arg(id))
                .text());
    }

    private Reply send(Command command) {
        return redis.send(command).await().atMost(ofSeconds(15));
    }
}
