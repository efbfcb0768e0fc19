package dev.hotstate.monitor.recovery;

import static io.restassured.RestAssured.given;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.hotstate.kit.backends.SharedBackends;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.PublicId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The whole service, and what it does when Redis loses its memory. The cluster is shared with other tests, so what stands for
 * FLUSHALL deletes the keys of this service only.
 */
@QuarkusTest
class RecoveryIT {

    private static final int MONITORS = 20;
    private static final Duration PATIENCE = ofSeconds(30);

    private static HttpServer target;

    @Inject
    RedisRouter redis;

    @Inject
    MonitorKeys keys;

    @Inject
    Partitions partitions;

    @Inject
    Database database;

    @Inject
    Reconciler reconciler;

    private String tag;

    @BeforeAll
    static void startTarget() throws IOException {
        target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        target.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        target.createContext("/", exchange -> {
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/sick") ? 500 : 200, -1);
            exchange.close();
        });
        target.start();
    }

    @AfterAll
    static void stopTarget() {
        target.stop(0);
    }

    @BeforeEach
    void aTagOfItsOwn() {
        tag = PublicId.next("t").substring(2);
    }

    @AfterEach
    void leaveNoMonitorRunning() {
        List<String> ids = asAdmin().get("/monitors?limit=500&tag=" + tag).path("items.id");
        ids.forEach(id -> asAdmin().delete("/monitors/" + id).then().statusCode(204));
    }

    @Test
    void after_a_flush_all_monitors_are_back_within_their_interval_and_nobody_is_told_twice() {
        var sick = created("sick", "/sick", "PT1S");
        var fine = IntStream.range(0, MONITORS)
                .mapToObj(n -> created("fine " + n, "/", "PT1S"))
                .collect(toSet());
        awaitState(sick, "down");
        fine.forEach(id -> awaitState(id, "up"));
        await().atMost(PATIENCE).until(() -> openIncidents(sick) == 1);
        int events = incidentEvents(sick);

        forgetEverything();

        // Found out and built within a second or so, then one interval; a comparison would bring them back after half a
        // minute.
        await().atMost(ofSeconds(20))
                .until(() -> isChecked(sick) && fine.stream().allMatch(this::isChecked));
        assertThat(status(sick, "state")).isEqualTo("down");
        assertThat(transitionsOf(sick)).isEmpty();
        assertThat(openIncidents(sick)).isEqualTo(1);
        assertThat(incidentEvents(sick)).isEqualTo(events);
    }

    @Test
    void drift_is_repaired_in_both_directions() {
        var lost = created("lost", "/", "P1D");
        var outdated = created("outdated", "/", "P1D");
        var late = created("late", "/", "P1D");
        var kept = created("kept", "/", "P1D");
        var orphan = PublicId.next("mon");
        for (var id : Set.of(lost, outdated, late, kept)) {
            await().atMost(PATIENCE).until(() -> isChecked(id));
        }
        double scoreOfKept = score(kept);
        send(Command.of("ZREM").key(keys.schedule(keys.partitionOf(lost))).arg(lost));
        var meta = send(Command.of("HGET")
                        .key(keys.meta(keys.partitionOf(outdated)))
                        .arg(outdated))
                .text();
        send(Command.of("HSET")
                .key(keys.meta(keys.partitionOf(outdated)))
                .arg(outdated)
                .arg(meta.replaceFirst(" 1 (-?\\d+)$", " 0 $1")));
        send(Command.of("ZADD")
                .key(keys.schedule(keys.partitionOf(late)))
                .arg((long) scoreOfKept + 864_000_000L)
                .arg(late));
        send(Command.of("ZADD")
                .key(keys.schedule(keys.partitionOf(orphan)))
                .arg((long) scoreOfKept)
                .arg(orphan));
        send(Command.of("HSET")
                .key(keys.meta(keys.partitionOf(orphan)))
                .arg(orphan)
                .arg(meta));

        reconcileAll();

        assertThat(score(lost)).isPositive();
        assertThat(send(Command.of("HGET")
                                .key(keys.meta(keys.partitionOf(outdated)))
                                .arg(outdated))
                        .text())
                .isEqualTo(meta);
        assertThat(score(late)).isLessThan(scoreOfKept + 2 * 86_400_000);
        assertThat(isNil(Command.of("ZSCORE")
                        .key(keys.schedule(keys.partitionOf(orphan)))
                        .arg(orphan)))
                .isTrue();
        assertThat(isNil(Command.of("HGET")
                        .key(keys.meta(keys.partitionOf(orphan)))
                        .arg(orphan)))
                .isTrue();
        assertThat(score(kept)).isEqualTo(scoreOfKept);
    }

    @Test
    void a_lost_incident_comes_back_and_ends_when_the_target_is_well() {
        var id = created("recovering", "/sick", "P1D");
        awaitState(id, "down");
        await().atMost(PATIENCE).until(() -> openIncidents(id) == 1);
        send(Command.of("DEL").key(keys.incident(id)));

        reconcileAll();
        assertThat(send(Command.of("HGET").key(keys.incident(id)).arg("alerted"))
                        .text())
                .isEqualTo("1");

        asAdmin()
                .body(body("recovering", "/", "P1D"))
                .put("/monitors/" + id)
                .then()
                .statusCode(200);
        await().atMost(PATIENCE).until(() -> openIncidents(id) == 0);
        assertThat(incidentEvents(id)).isEqualTo(2);
    }

    @Test
    void a_lost_incident_whose_monitor_was_seen_up_meanwhile_is_over_when_it_comes_back() {
        var id = created("well already", "/sick", "P1D");
        awaitState(id, "down");
        await().atMost(PATIENCE).until(() -> openIncidents(id) == 1);
        send(Command.of("DEL").key(keys.incident(id)));
        asAdmin()
                .body(body("well already", "/", "P1D"))
                .put("/monitors/" + id)
                .then()
                .statusCode(200);
        awaitState(id, "up");

        reconcileAll();

        await().atMost(PATIENCE).until(() -> openIncidents(id) == 0);
        assertThat(incidentEvents(id)).isEqualTo(2);
    }

    @Test
    void an_outage_that_redis_goes_on_with_and_postgres_takes_for_over_is_told_again() {
        var id = created("undead", "/sick", "P1D");
        awaitState(id, "down");
        await().atMost(PATIENCE).until(() -> openIncidents(id) == 1);
        // As if the master had died that had told of the end.
        database.query("update incident set resolved_at = clock_timestamp() where monitor_id = $1", id)
                .await()
                .atMost(PATIENCE);
        reconcileAll();
        reconcileAll();
        assertThat(transitionsOf(id)).as("it may be well since").containsExactly("opened");

        asAdmin().post("/monitors/" + id + "/check").then().statusCode(202);
        await().atMost(PATIENCE).until(() -> checkedAfterEnd(id));
        reconcileAll();
        reconcileAll();

        await().atMost(PATIENCE).until(() -> openIncidents(id) == 1);
        assertThat(transitionsOf(id)).contains("opened", "reopened").doesNotContain("resolved");
    }

    private boolean checkedAfterEnd(String id) {
        var failed = send(Command.of("HGET").key(keys.incident(id)).arg("last_failure_at"))
                .text();
        return database.query(
                        "select max(resolved_at) < to_timestamp($2::float8 / 1000) as later from incident where monitor_id = $1",
                        id,
                        Double.valueOf(failed))
                .await()
                .atMost(PATIENCE)
                .iterator()
                .next()
                .getBoolean("later");
    }

    @Test
    void an_incident_of_a_monitor_that_was_disabled_while_redis_was_away_is_ended() {
        var id = created("forgotten", "/sick", "P1D");
        awaitState(id, "down");
        await().atMost(PATIENCE).until(() -> openIncidents(id) == 1);
        send(Command.of("DEL").key(keys.incident(id)));
        database.query(
                        "update monitor set enabled = false, version = version + 1, updated_at = now() where id = $1",
                        id)
                .await()
                .atMost(PATIENCE);

        reconcileAll();

        await().atMost(PATIENCE).until(() -> openIncidents(id) == 0);
        assertThat(isNil(Command.of("HGET").key(keys.meta(keys.partitionOf(id))).arg(id)))
                .isTrue();
    }

    // ---- parts ------------------------------------------------------------------------------------------------------

    private void reconcileAll() {
        partitions
                .all()
                .forEach(partition -> reconciler.reconcile(partition).await().atMost(PATIENCE));
    }

    /** What FLUSHALL does to this service. */
    private void forgetEverything() {
        var admin = SharedBackends.ofThisRun().redis();
        for (int port : admin.ports()) {
            try (var node = admin.connect(port)) {
                node.call(
                        "EVAL",
                        "for _, key in ipairs(redis.call('KEYS', 'test:monitor:*')) do redis.call('DEL', key) end",
                        "0");
            }
        }
    }

    private String created(String name, String path, String interval) {
        return asAdmin()
                .body(body(name, path, interval))
                .post("/monitors")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    private String body(String name, String path, String interval) {
        return """
                {"name": "%s %s", "target": {"kind": "http", "url": "http://127.0.0.1:%d%s"}, "interval": "%s",
                 "timeout": "PT0.8S", "retries": 0, "tags": ["%s"]}""".formatted(name, tag, target.getAddress().getPort(), path, interval, tag);
    }

    private void awaitState(String id, String state) {
        await().atMost(PATIENCE)
                .pollInterval(ofMillis(50))
                .untilAsserted(() -> assertThat(status(id, "state")).isEqualTo(state));
    }

    private boolean isChecked(String id) {
        return !status(id, "state").isEmpty();
    }

    private String status(String id, String field) {
        var value = send(Command.of("HGET").key(keys.status(id)).arg(field));
        return value.isNil() ? "" : value.text();
    }

    private double score(String id) {
        return Double.parseDouble(send(Command.of("ZSCORE")
                        .key(keys.schedule(keys.partitionOf(id)))
                        .arg(id))
                .text());
    }

    private List<String> transitionsOf(String id) {
        return send(Command.of("XRANGE")
                        .key(keys.transitions(keys.partitionOf(id)))
                        .arg("-")
                        .arg("+"))
                .stream()
                .map(entry -> entry.get(1).list())
                .filter(fields -> fields.stream().anyMatch(field -> field.text().equals(id)))
                .map(fields -> fields.get(1).text())
                .toList();
    }

    private int openIncidents(String id) {
        return count("select count(*) as n from incident where monitor_id = $1 and resolved_at is null", id);
    }

    private int incidentEvents(String id) {
        return count(
                "select count(*) as n from incident_event e join incident i on i.id = e.incident_id where i.monitor_id = $1",
                id);
    }

    private int count(String sql, String id) {
        return database.query(sql, id)
                .await()
                .atMost(PATIENCE)
                .iterator()
                .next()
                .getInteger("n");
    }

    private boolean isNil(Command command) {
        return send(command).isNil();
    }

    private Reply send(Command command) {
        return redis.send(command).await().atMost(PATIENCE);
    }

    private static RequestSpecification asAdmin() {
        return given().auth().oauth2(ServiceContract.ADMIN_KEY).contentType(ContentType.JSON);
    }
}
