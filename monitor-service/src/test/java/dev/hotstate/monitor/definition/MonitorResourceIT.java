package dev.hotstate.monitor.definition;

import static io.restassured.RestAssured.given;
import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.oneOf;

import dev.hotstate.kit.backends.SharedBackends;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.keys.KeyScanExtension;
import dev.hotstate.monitor.channel.ChannelRequests;
import dev.hotstate.monitor.channel.Sink;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.MonitorRedis;
import dev.hotstate.monitor.platform.PublicId;
import dev.hotstate.monitor.probe.ProbeSecrets;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.config.EncoderConfig;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@QuarkusTest
class MonitorResourceIT {

    private static final int IMPORTS = 5;
    private static final String SECRET = "s3cr3t-of-a-header";
    private static final String SECRET_BEARER = "s3cr3t-of-a-bearer";
    private static final String SECRET_PASSWORD = "s3cr3t-of-a-user";
    private static final String BASIC =
            Base64.getEncoder().encodeToString(("u:" + SECRET_PASSWORD).getBytes(StandardCharsets.UTF_8));
    private static final String SECRET_OF_CHANNEL = "s3cr3t-of-a-channel";

    private static final KeyScan SECRETS = MonitorRedis.scan()
            .below("test:monitor:")
            .secret("a header", SECRET)
            .secret("a bearer token", SECRET_BEARER)
            .secret("a password", SECRET_PASSWORD)
            .secret("a password as it is sent", BASIC)
            .secret("the authorization of a channel", SECRET_OF_CHANNEL);

    @RegisterExtension
    static final KeyScanExtension NO_SECRETS = KeyScanExtension.afterClass(SECRETS);

    @Inject
    Definitions definitions;

    @Inject
    MonitorStore store;

    @Inject
    Database database;

    @Inject
    SecretVault vault;

    @Inject
    RedisRouter redis;

    @Inject
    MonitorKeys keys;

    private String tag;

    @BeforeEach
    void aTagOfItsOwn() {
        tag = PublicId.next("t").substring(2);
    }

    // ---- one by one -------------------------------------------------------------------------------------------------

    @Test
    void a_monitor_has_usual_values_and_is_scheduled_at_once() {
        var id = created(http("plain"));

        asAdmin()
                .get("/monitors/" + id)
                .then()
                .statusCode(200)
                .body("name", equalTo("plain " + tag))
                .body("target.kind", equalTo("http"))
                .body("interval", equalTo("PT1M"))
                .body("timeout", equalTo("PT10S"))
                .body("retries", equalTo(2))
                .body("enabled", equalTo(true))
                .body("version", equalTo(1))
                .body("hasSecrets", equalTo(false));
        assertThat(isScheduled(id)).isTrue();
    }

    @Test
    void everything_that_is_wrong_is_told_at_once_with_its_place() {
        asAdmin()
                .body("""
                        {"name": " ", "target": {"kind": "http", "url": "ftp://x"}, "interval": "PT0.1S", "timeout": "PT2M",
                         "retries": 99, "failureThreshold": 0, "tags": ["no spaces"]}""")
                .post("/monitors")
                .then()
                .statusCode(400)
                .body("type", equalTo("/docs/errors.md#invalid-input"))
                .body(
                        "errors.pointer",
                        hasItems(
                                "/name",
                                "/target/url",
                                "/interval",
                                "/timeout",
                                "/retries",
                                "/failureThreshold",
                                "/tags/0"));
    }

    @Test
    void a_place_where_no_check_may_go_is_refused_at_once() {
        for (var target : List.of(
                "{\"kind\": \"http\", \"url\": \"http://169.254.169.254/latest/meta-data/\"}",
                "{\"kind\": \"http\", \"url\": \"http://[::ffff:169.254.169.254]/\"}",
                "{\"kind\": \"http\", \"url\": \"http://2852039166/\"}",
                "{\"kind\": \"tcp\", \"host\": \"169.254.169.254\", \"port\": 80}",
                "{\"kind\": \"dns\", \"name\": \"example.org\", \"resolver\": \"169.254.169.254\"}")) {
            asAdmin()
                    .body("{\"name\": \"closed %s\", \"target\": %s}".formatted(tag, target))
                    .post("/monitors")
                    .then()
                    .statusCode(400)
                    .body("errors.pointer", hasItem(oneOf("/target/url", "/target/host", "/target/resolver")));
        }
    }

    @Test
    void what_a_filter_can_not_be_is_refused() {
        for (var query : List.of("/monitors?enabled=maybe", "/monitors?kind=bogus", "/monitors/export?format=xml")) {
            asAdmin().get(query).then().statusCode(400).body("errors[0].parameter", oneOf("enabled", "kind", "format"));
        }
        asAdmin().get("/monitors?enabled=true&kind=push&limit=1").then().statusCode(200);
    }

    @Test
    void a_misspelt_field_is_refused() {
        asAdmin()
                .body("""
                        {"name": "x", "target": {"kind": "http", "url": "http://127.0.0.1:9/"}, "intervall": "PT10S"}""")
                .post("/monitors")
                .then()
                .statusCode(400)
                .body("errors[0].pointer", equalTo("/intervall"))
                .body("errors[0].detail", containsString("is not a known field"));
    }

    @Test
    void a_text_that_can_not_be_stored_is_refused() {
        asAdmin()
                .body(http("nul").replace("\"url\"", "\"body\": \"a\\u0000b\", \"method\": \"POST\", \"url\""))
                .post("/monitors")
                .then()
                .statusCode(400)
                .body("detail", containsString("can't be stored"));
    }

    @Test
    void a_name_belongs_to_one_monitor() {
        created(http("taken"));

        asAdmin().body(http("taken")).post("/monitors").then().statusCode(409);
    }

    @Test
    void a_change_makes_a_version_and_the_same_again_makes_none() {
        var id = created(http("changing"));
        var changed = http("changing").replace("\"tags\"", "\"interval\": \"PT5M\", \"tags\"");

        asAdmin().body(changed).put("/monitors/" + id).then().statusCode(200).body("version", equalTo(2));
        asAdmin().body(changed).put("/monitors/" + id).then().statusCode(200).body("version", equalTo(2));

        assertThat(packed(id)).startsWith("300000 ");
        asAdmin()
                .get("/audit?limit=20")
                .then()
                .body(
                        "items.findAll { it.object == '" + id + "' }.action",
                        hasItems("monitor.created", "monitor.changed"))
                .body("items.findAll { it.object == '" + id + "' }", hasSize(2));
    }

    @Test
    void a_disabled_monitor_is_not_run_until_it_is_enabled() {
        var id = created(http("switched"));

        asAdmin().post("/monitors/" + id + "/disable").then().statusCode(200).body("enabled", equalTo(false));
        assertThat(isScheduled(id)).isFalse();
        asAdmin().post("/monitors/" + id + "/check").then().statusCode(409);

        asAdmin().post("/monitors/" + id + "/enable").then().statusCode(200).body("enabled", equalTo(true));
        assertThat(isScheduled(id)).isTrue();
    }

    @Test
    void a_deleted_monitor_is_gone_everywhere() {
        var id = created(http("short-lived"));

        asAdmin().delete("/monitors/" + id).then().statusCode(204);

        asAdmin().get("/monitors/" + id).then().statusCode(404);
        asAdmin().delete("/monitors/" + id).then().statusCode(404);
        assertThat(isScheduled(id)).isFalse();
        // A copy that was being read meanwhile may bring it back for a moment.
        await().atMost(ofSeconds(30)).until(() -> definitions.known(id).isEmpty());
    }

    @Test
    void a_check_can_be_wished_for() {
        var id = created(http("hastened"));

        asAdmin().post("/monitors/" + id + "/check").then().statusCode(202).body("check", oneOf("HASTENED", "RUNNING"));
        asAdmin().post("/monitors/mon_nothing/check").then().statusCode(404);
    }

    @Test
    void a_list_is_filtered_and_paged_by_name() {
        created(http("b"));
        created(http("a"));
        created(http("c"));

        var cursor = asAdmin()
                .get("/monitors?limit=2&tag=" + tag)
                .then()
                .statusCode(200)
                .body("items.name", equalTo(List.of("a " + tag, "b " + tag)))
                .extract()
                .<String>path("nextCursor");
        asAdmin()
                .get("/monitors?limit=2&tag=" + tag + "&cursor=" + cursor)
                .then()
                .body("items.name", equalTo(List.of("c " + tag)))
                .body("nextCursor", nullValue());
        asAdmin()
                .queryParam("name", "B " + tag)
                .get("/monitors")
                .then()
                .body("items.name", equalTo(List.of("b " + tag)));
        asAdmin().get("/monitors?kind=dns&tag=" + tag).then().body("items", hasSize(0));
    }

    @Test
    void who_may_only_read_changes_nothing() {
        var reader = asAdmin()
                .body("{\"name\": \"reader\", \"scopes\": [\"read\"]}")
                .post("/api-keys")
                .then()
                .statusCode(201)
                .extract()
                .<String>path("key");

        given().auth().oauth2(reader).get("/monitors").then().statusCode(200);
        given().auth()
                .oauth2(reader)
                .contentType(ContentType.JSON)
                .body(http("forbidden"))
                .post("/monitors")
                .then()
                .statusCode(403);
        given().get("/monitors").then().statusCode(401);
    }

    // ---- secrets ----------------------------------------------------------------------------------------------------

    @Test
    void secrets_are_sealed_never_returned_and_stay_until_they_are_replaced() {
        var id = asAdmin()
                .body(http("secretive").replace("\"tags\"", """
                        "secrets": {"headers": {"X-Api-Key": "%s"}}, "tags\"""".formatted(SECRET)))
                .post("/monitors")
                .then()
                .statusCode(201)
                .body("hasSecrets", equalTo(true))
                .body(not(containsString(SECRET)))
                .extract()
                .<String>path("id");
        assertThat(opened(id).headers()).containsEntry("X-Api-Key", SECRET);

        asAdmin()
                .body(http("secretive").replace("\"tags\"", "\"retries\": 0, \"tags\""))
                .put("/monitors/" + id)
                .then()
                .body("version", equalTo(2))
                .body("hasSecrets", equalTo(true));
        assertThat(opened(id).headers()).containsEntry("X-Api-Key", SECRET);

        asAdmin()
                .body(http("secretive").replace("127.0.0.1", "localhost"))
                .put("/monitors/" + id)
                .then()
                .statusCode(400)
                .body("errors[0].pointer", equalTo("/secrets"));

        asAdmin()
                .body(http("secretive").replace("\"tags\"", "\"secrets\": {}, \"tags\""))
                .put("/monitors/" + id)
                .then()
                .body("hasSecrets", equalTo(false));
        asAdmin().get("/monitors/export?tag=" + tag).then().body(not(containsString(SECRET)));
    }

    @Test
    void secrets_of_a_monitor_that_is_down_and_of_its_channel_are_used_and_never_in_redis() {
        try (var target = Sink.open();
                var receiver = Sink.open()) {
            target.answerWith(500);
            var channel = ChannelRequests.created(
                    "{\"kind\": \"webhook\", \"url\": \"" + receiver.url() + "\"}",
                    "{\"authorization\": \"" + SECRET_OF_CHANNEL + "\"}",
                    tag);
            var secretive = List.of(
                    secretive("a header", target, "{\"headers\": {\"X-Api-Key\": \"" + SECRET + "\"}}"),
                    secretive("a bearer", target, "{\"bearerToken\": \"" + SECRET_BEARER + "\"}"),
                    secretive("a user", target, "{\"username\": \"u\", \"password\": \"" + SECRET_PASSWORD + "\"}"));

            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(receiver.byKey()).hasSize(secretive.size()));

            assertThat(receiver.heard())
                    .allSatisfy(heard ->
                            assertThat(heard.headers().get("Authorization")).isEqualTo(SECRET_OF_CHANNEL));
            assertThat(target.heard())
                    .anyMatch(heard -> SECRET.equals(heard.headers().get("X-Api-Key")))
                    .anyMatch(heard ->
                            ("Bearer " + SECRET_BEARER).equals(heard.headers().get("Authorization")))
                    .anyMatch(heard -> ("Basic " + BASIC).equals(heard.headers().get("Authorization")));
            SECRETS.meeting("schedule", "meta", "status", "recent", "incident", "epoch")
                    .assertClean(SharedBackends.ofThisRun().redis());
            secretive.forEach(id -> asAdmin().delete("/monitors/" + id).then().statusCode(204));
            ChannelRequests.delete(channel);
        }
    }

    /** Without retries: its first failure is an incident. */
    private String secretive(String name, Sink target, String secrets) {
        return created("""
                {"name": "%s %s", "target": {"kind": "http", "url": "%s"}, "retries": 0, "tags": ["%s"], "secrets": %s}""".formatted(name, tag, target.url(), tag, secrets));
    }

    // ---- push -------------------------------------------------------------------------------------------------------

    @Test
    void a_push_monitor_tells_writers_where_to_report() {
        var id = created("""
                {"name": "backup %s", "push": {"grace": "PT5M"}, "interval": "PT1H", "tags": ["%s"]}""".formatted(tag, tag));

        asAdmin()
                .get("/monitors/" + id)
                .then()
                .body("push.grace", equalTo("PT5M"))
                .body("target", nullValue())
                .body("retries", equalTo(0))
                .body("reportTo.ping", notNullValue())
                .body("reportTo.push", notNullValue());
        asAdmin().post("/monitors/" + id + "/check").then().statusCode(409);
    }

    // ---- config as code ---------------------------------------------------------------------------------------------

    @Test
    void an_import_is_applied_by_name_and_repeating_it_changes_nothing() {
        created(http("kept"));
        var document = """
                monitors:
                - name: kept %1$s
                  tags: [%1$s]
                  interval: PT2M
                  target: {kind: http, url: "http://127.0.0.1:9/"}
                - name: added %1$s
                  tags: [%1$s]
                  target: {kind: tcp, host: 127.0.0.1, port: 9}
                """.formatted(tag);

        yaml(document)
                .post("/monitors/import?dryRun=true")
                .then()
                .statusCode(200)
                .body("dryRun", equalTo(true))
                .body("created", equalTo(List.of("added " + tag)))
                .body("changed", equalTo(List.of("kept " + tag)));
        asAdmin().get("/monitors?tag=" + tag).then().body("items", hasSize(1));

        yaml(document)
                .post("/monitors/import")
                .then()
                .statusCode(200)
                .body("created", equalTo(List.of("added " + tag)))
                .body("changed", equalTo(List.of("kept " + tag)));
        asAdmin().get("/monitors?tag=" + tag).then().body("items.interval", hasItem("PT2M"));

        yaml(document)
                .post("/monitors/import")
                .then()
                .body("created", hasSize(0))
                .body("changed", hasSize(0))
                .body("unchanged", equalTo(2));
    }

    /** What Postgres keeps in another form, or not at all. */
    @Test
    void an_import_that_says_more_than_is_kept_changes_nothing_either_when_it_is_repeated() {
        var document = """
                monitors:
                - name: exact %1$s
                  tags: [%1$s, %1$s]
                  interval: PT30.0005S
                  timeout: PT5.0000001S
                  retryDelay: PT2.0001S
                  remindEvery: PT1M0.0001S
                  target: {kind: http, url: "http://127.0.0.1:9/", method: POST, body: ""}
                - name: odd %1$s
                  tags: [%1$s]
                  interval: PT5.001S
                  target: {kind: tcp, host: 127.0.0.1, port: 9}
                - name: compared %1$s
                  tags: [%1$s]
                  target:
                    kind: http
                    url: "http://127.0.0.1:9/"
                    headers: {B: "1", A: ""}
                    expect: {latencyMax: PT0.0015S, json: {path: $.n, value: 1e3}}
                - name: job %1$s
                  tags: [%1$s]
                  push: {grace: PT1.0005S}
                """.formatted(tag);
        yaml(document).post("/monitors/import").then().statusCode(200).body("created", hasSize(4));

        yaml(document)
                .post("/monitors/import")
                .then()
                .statusCode(200)
                .body("changed", hasSize(0))
                .body("unchanged", equalTo(4));
    }

    /** In the orders in which they would wait for each other. */
    @Test
    void two_imports_of_the_same_names_at_once_are_both_applied() {
        for (int round = 0; round < IMPORTS; round++) {
            var names = names("together " + round, 60);
            var one = CompletableFuture.supplyAsync(() -> imported(names));
            var other = imported(names.reversed());

            assertThat(List.of(one.join().statusCode(), other.statusCode())).containsOnly(200);
            assertThat(created(one.join()) + created(other)).isEqualTo(names.size());
        }
    }

    /** More than one part, the first of which finds its tables locked for longer than a try may last. */
    @Test
    void an_import_that_postgres_holds_up_is_repeated_and_applied() {
        var names = names("held up", 150);
        try (var postgres = SharedBackends.ofThisRun().postgres().connect();
                var statement = postgres.createStatement()) {
            postgres.setAutoCommit(false);
            statement.execute("set search_path = monitor");
            statement.execute("lock table monitor in exclusive mode");

            var answer = CompletableFuture.supplyAsync(() -> imported(names));
            await().atMost(ofSeconds(30)).until(() -> triesThatWait() > 1);
            postgres.rollback();

            answer.join().then().statusCode(200).body("dryRun", equalTo(false));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        assertThat(imported(names).path("unchanged").toString()).isEqualTo("150");
    }

    private long triesThatWait() {
        return database.query("""
                        select count(*) as waiting from pg_stat_activity
                        where wait_event_type = 'Lock' and query like 'select * from monitor where name = any%for update'""")
                .await()
                .atMost(ofSeconds(15))
                .iterator()
                .next()
                .getLong("waiting");
    }

    private List<String> names(String kind, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> "%s %03d %s".formatted(kind, number, tag))
                .toList();
    }

    /** They do not run, so that nothing else takes part. */
    private Response imported(List<String> names) {
        var monitors = names.stream().map(name -> """
                        {"name": "%s", "enabled": false, "tags": ["%s"], "target": {"kind": "tcp", "host": "127.0.0.1", "port": 9}}""".formatted(name, tag)).collect(joining(","));
        return asAdmin().body("{\"monitors\": [" + monitors + "]}").post("/monitors/import");
    }

    private static int created(Response answer) {
        return answer.<List<String>>path("created").size();
    }

    @Test
    void what_was_exported_can_be_imported_in_both_forms() {
        created(http("x"));
        created("""
                {"name": "y %s", "push": {"grace": "PT5M"}, "interval": "PT1H", "tags": ["%s"], "enabled": false}""".formatted(tag, tag));
        var asYaml = asAdmin()
                .get("/monitors/export?tag=" + tag)
                .then()
                .contentType(containsString("yaml"))
                .extract()
                .asString();
        var asJson = asAdmin()
                .get("/monitors/export?format=json&tag=" + tag)
                .then()
                .contentType(ContentType.JSON)
                .extract()
                .asString();

        assertThat(asYaml).contains("kind: http").doesNotContain("!<");
        yaml(asYaml).post("/monitors/import").then().statusCode(200).body("unchanged", equalTo(2));
        asAdmin().body(asJson).post("/monitors/import").then().statusCode(200).body("unchanged", equalTo(2));
    }

    @Test
    void one_wrong_definition_and_nothing_is_imported() {
        yaml("""
                monitors:
                - name: fine %1$s
                  tags: [%1$s]
                  target: {kind: tcp, host: 127.0.0.1, port: 9}
                - name: wrong %1$s
                  tags: [%1$s]
                  interval: PT1H
                  timeout: PT2H
                  target: {kind: tcp, host: 127.0.0.1, port: 0}
                - name: fine %1$s
                  push: {}
                """.formatted(tag))
                .post("/monitors/import")
                .then()
                .statusCode(400)
                .body("errors.pointer", hasItems("/monitors/1/timeout", "/monitors/1/target/port", "/monitors/2/name"));
        asAdmin().get("/monitors?tag=" + tag).then().body("items", hasSize(0));
    }

    @Test
    void a_document_that_is_no_yaml_is_refused_with_its_line() {
        yaml("monitors:\n- name: [unfinished\n")
                .post("/monitors/import")
                .then()
                .statusCode(400)
                .body("errors[0].detail", containsString("line"));
    }

    @Test
    void a_document_that_is_none_is_refused() {
        for (var nothing : List.of("~", "null", "---")) {
            yaml(nothing).post("/monitors/import").then().statusCode(400);
        }
        asAdmin().body("null").post("/monitors/import").then().statusCode(400);
    }

    @Test
    void what_yaml_would_quietly_take_for_something_else_is_refused() {
        yaml("monitors:\n- {name: a, tags: &t [x], target: {kind: tcp, host: a, port: 9}}\n- {name: b, tags: *t}\n")
                .post("/monitors/import?dryRun=true")
                .then()
                .statusCode(400)
                .body("errors[0].detail", allOf(containsString("alias"), containsString("line 3")));
        yaml("monitors:\n- {name: a, interval: PT1M, interval: PT2M, target: {kind: tcp, host: a, port: 9}}\n")
                .post("/monitors/import?dryRun=true")
                .then()
                .statusCode(400)
                .body("errors[0].detail", containsString("twice"));
    }

    @Test
    void what_another_instance_changes_arrives() {
        var id = created(http("elsewhere"));
        definitions.forget(id);

        await().atMost(ofSeconds(30)).until(() -> definitions.known(id).isPresent());
    }

    @Test
    void who_was_away_for_longer_than_removals_are_known_forgets_what_is_gone() {
        var removed = created(http("removed"));
        var kept = created(http("kept"));
        var away = new Definitions(store, Duration.ZERO);
        away.refresh().await().atMost(ofSeconds(15));
        assertThat(away.known(removed)).isPresent();

        asAdmin().delete("/monitors/" + removed).then().statusCode(204);
        database.query("delete from monitor_removal where id = $1", removed)
                .await()
                .atMost(ofSeconds(15));
        away.refresh().await().atMost(ofSeconds(15));

        assertThat(away.known(removed)).isEmpty();
        assertThat(away.known(kept)).isPresent();
        assertThat(away.after("")).extracting(Monitor::id).contains(kept).doesNotContain(removed);
    }

    // ---- parts ------------------------------------------------------------------------------------------------------

    private String http(String name) {
        return """
                {"name": "%s %s", "target": {"kind": "http", "url": "http://127.0.0.1:9/"}, "tags": ["%s"]}""".formatted(name, tag, tag);
    }

    private static String created(String body) {
        return asAdmin()
                .body(body)
                .post("/monitors")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    private ProbeSecrets opened(String id) {
        return vault.open(definitions.known(id).orElseThrow()).await().atMost(ofSeconds(15));
    }

    private boolean isScheduled(String id) {
        return !redis.send(Command.of("ZSCORE")
                        .key(keys.schedule(keys.partitionOf(id)))
                        .arg(id))
                .await()
                .atMost(ofSeconds(15))
                .isNil();
    }

    private String packed(String id) {
        return redis.send(
                        Command.of("HGET").key(keys.meta(keys.partitionOf(id))).arg(id))
                .await()
                .atMost(ofSeconds(15))
                .text();
    }

    private static RequestSpecification yaml(String document) {
        return given().auth()
                .oauth2(ServiceContract.ADMIN_KEY)
                .config(RestAssured.config()
                        .encoderConfig(EncoderConfig.encoderConfig()
                                .encodeContentTypeAs("application/yaml", ContentType.TEXT)))
                .contentType("application/yaml")
                .body(document);
    }

    private static RequestSpecification asAdmin() {
        return given().auth().oauth2(ServiceContract.ADMIN_KEY).contentType(ContentType.JSON);
    }
}
