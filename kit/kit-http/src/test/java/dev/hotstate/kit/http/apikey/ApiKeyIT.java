package dev.hotstate.kit.http.apikey;

import static dev.hotstate.kit.http.testing.Answers.isProblem;
import static dev.hotstate.kit.http.testing.Keys.as;
import static dev.hotstate.kit.http.testing.Keys.asAdmin;
import static dev.hotstate.kit.http.testing.Keys.create;
import static dev.hotstate.kit.http.testing.Keys.rotate;
import static dev.hotstate.kit.http.testing.Keys.withKey;
import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.testing.KitTest;
import dev.hotstate.kit.http.testing.MovableClock;
import dev.hotstate.kit.testing.http.BoundedHttp;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.test.common.http.TestHTTPResource;
import io.restassured.response.ValidatableResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@KitTest
class ApiKeyIT {

    @TestHTTPResource
    URI service;

    @Inject
    Database database;

    @Inject
    LastUses lastUses;

    @Inject
    ApiKeyStore store;

    @Inject
    ApiKeys keys;

    @Inject
    AuthConfig config;

    @Inject
    Vertx vertx;

    @Inject
    MovableClock clock;

    @ParameterizedTest(name = "a key with {0}")
    @CsvSource({
        "read,      200, 403, 403, 403, 403",
        "write,     200, 200, 403, 403, 200",
        "admin,     200, 200, 200, 200, 200",
        "worker,    403, 403, 403, 200, 403",
        "driver:42, 403, 403, 403, 403, 200",
        "driver:43, 403, 403, 403, 403, 403",
        "driver:42:7, 403, 403, 403, 403, 403"
    })
    void may_do_what_its_scope_says(String scope, int read, int write, int admin, int worker, int driver42) {
        var key = create(scope);

        as(key).get("/access/read").then().statusCode(read);
        as(key).post("/access/write").then().statusCode(write);
        as(key).get("/access/admin").then().statusCode(admin);
        as(key).get("/access/worker").then().statusCode(worker);
        as(key).post("/access/drivers/42").then().statusCode(driver42);
        as(key).get("/access/forgotten").then().statusCode(403);
    }

    @Test
    void a_call_without_credentials_is_challenged() {
        isProblem(given().get("/access/read"), KitProblem.NOT_AUTHENTICATED)
                .header("WWW-Authenticate", "Bearer realm=\"hotstate\"");
        isProblem(
                given().auth().preemptive().basic("admin", "admin").get("/access/read"), KitProblem.NOT_AUTHENTICATED);
        isProblem(given().get("/access/forgotten"), KitProblem.NOT_AUTHENTICATED);
    }

    @Test
    void a_wrong_key_is_refused_without_saying_why() {
        var key = create("read");
        var otherSecret = key.text().substring(0, key.text().length() - 4) + "0000";

        isProblem(withKey(otherSecret).get("/access/read"), KitProblem.INVALID_CREDENTIALS);
        isProblem(withKey("nonsense").get("/access/read"), KitProblem.INVALID_CREDENTIALS);
        isProblem(withKey(KeyText.issue("sample").text()).get("/access/read"), KitProblem.INVALID_CREDENTIALS);
    }

    @Test
    void a_key_lacking_the_scope_is_told_so() {
        isProblem(as(create("read")).get("/access/admin"), KitProblem.NOT_ALLOWED)
                .body("detail", equalTo("Use a key that has the scope admin."));
        isProblem(as(create("read")).post("/access/drivers/42"), KitProblem.NOT_ALLOWED)
                .body("detail", equalTo("Use a key that has the scope write or driver."));
        isProblem(as(create("driver:43")).post("/access/drivers/42"), KitProblem.NOT_ALLOWED)
                .body("detail", equalTo("Use a key that has the scope write or driver:42."));
    }

    @Test
    void a_key_is_shown_once_and_kept_as_a_hash() {
        var key = create("read");

        assertThat(key.text()).matches("hs_sample_[0-9a-f]{12}_[0-9a-f]{64}");
        inTheList(key.id()).body("prefix", equalTo("hs_sample_" + key.id())).body("key", nullValue());
        var stored = database.query("select row_to_json(k)::text as row from api_key k where id = $1", key.id())
                .map(rows -> rows.iterator().next().getString("row"))
                .await()
                .atMost(Duration.ofSeconds(20));
        assertThat(stored).doesNotContain(key.text().substring(30));
    }

    @Test
    void a_new_key_says_who_made_it() {
        asAdmin()
                .body("{\"name\":\"ci\",\"scopes\":[\"write\",\"read\"],\"expiresAt\":\"2100-01-01T00:00:00Z\"}")
                .post("/api-keys")
                .then()
                .statusCode(201)
                .body("name", equalTo("ci"))
                .body("scopes", equalTo(List.of("read", "write")))
                .body("state", equalTo("active"))
                .body("createdBy", equalTo("bootstrap (bootstrap)"))
                .body("expiresAt", equalTo("2100-01-01T00:00:00Z"));
    }

    @Test
    void a_key_needs_a_name_and_known_scopes() {
        isProblem(asAdmin().body("{\"name\":\"\",\"scopes\":[]}").post("/api-keys"), KitProblem.INVALID_INPUT)
                .body("errors.pointer", equalTo(List.of("/name", "/scopes")));
        isProblem(asAdmin().body("{\"name\":\"\",\"scopes\":[\"fly\"]}").post("/api-keys"), KitProblem.INVALID_INPUT)
                .body("errors.pointer", equalTo(List.of("/name", "/scopes")));
        isProblem(
                        asAdmin()
                                .body("{\"name\":\"x\",\"scopes\":[\"${1+1} {known}\"]}")
                                .post("/api-keys"),
                        KitProblem.INVALID_INPUT)
                .body("errors[0].detail", containsString("${1+1} {known} is none of read"));
        isProblem(asAdmin().body("{\"name\":\"x\",\"scopes\":[\"root\"]}").post("/api-keys"), KitProblem.INVALID_INPUT)
                .body("errors[0].pointer", equalTo("/scopes"))
                .body("errors[0].detail", containsString("root is none of read, write, admin, worker, driver:*"));
        isProblem(
                asAdmin()
                        .body("{\"name\":\"x\",\"scopes\":[\"read\"],\"expiresAt\":\"2001-01-01T00:00:00Z\"}")
                        .post("/api-keys"),
                KitProblem.INVALID_INPUT);
        isProblem(
                        asAdmin()
                                .body("{\"name\":\"x\",\"scopes\":[\"read\"],\"expiresAt\":\"+99999-01-01T00:00:00Z\"}")
                                .post("/api-keys"),
                        KitProblem.INVALID_INPUT)
                .body("errors[0].pointer", equalTo("/expiresAt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4711", "\u0141\u00f3d\u017a", "a:b", "a,b{c}'d\u20ac%", "\ud83d\ude9a"})
    void a_scope_takes_whatever_people_call_somebody(String parameter) {
        var key = create("driver:" + parameter);

        inTheList(key.id()).body("scopes", equalTo(List.of("driver:" + parameter)));
        // The client takes braces of a value for parameters of its own.
        as(key).urlEncodingEnabled(false)
                .post("/access/drivers/" + URLEncoder.encode(parameter, UTF_8))
                .then()
                .statusCode(200);
        as(key).post("/access/drivers/{id}", "a").then().statusCode(403);
    }

    @Test
    void a_key_of_several_is_of_each_of_them() {
        var key = create("driver:1", "driver:2", "driver:3");

        for (var own : List.of("1", "2", "3")) {
            as(key).post("/access/drivers/{id}", own).then().statusCode(200);
        }
        as(key).post("/access/drivers/{id}", "4").then().statusCode(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "van-*", "a b", "a/b", "a\\nb", "a\\u200bb", "a\\ud800"})
    void a_scope_takes_nothing_that_looks_like_another_or_like_all(String escaped) {
        isProblem(
                        asAdmin()
                                .body("{\"name\":\"x\",\"scopes\":[\"driver:" + escaped + "\"]}")
                                .post("/api-keys"),
                        KitProblem.INVALID_INPUT)
                .body("errors[0].pointer", equalTo("/scopes"))
                .body(
                        "errors[0].detail",
                        endsWith(
                                "driver:*; * is 1 to 64 characters without blanks, invisible ones, slashes and stars"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\n", "\\u202e", "\\u200b", "\\ud800"})
    void a_name_that_looks_like_another_is_refused(String escaped) {
        var body = "{\"name\":\"deploy" + escaped + "pipeline\",\"scopes\":[\"read\"]}";
        isProblem(asAdmin().body(body).post("/api-keys"), KitProblem.INVALID_INPUT)
                .body("errors.pointer", equalTo(List.of("/name")));
    }

    @Test
    void text_that_postgres_can_not_store_is_the_callers_mistake() {
        isProblem(
                asAdmin().body("{\"name\":\"a\\u0000b\",\"scopes\":[\"read\"]}").post("/api-keys"),
                KitProblem.INVALID_INPUT);
        isProblem(asAdmin().urlEncodingEnabled(false).delete("/api-keys/%00"), KitProblem.INVALID_INPUT);
    }

    @Test
    void nothing_but_json_is_answered() {
        isProblem(asAdmin().accept("application/xml").get("/api-keys"), KitProblem.NOT_ACCEPTABLE);
        isProblem(given().accept("text/html").get("/about"), KitProblem.NOT_ACCEPTABLE);
    }

    @Test
    void only_an_administrator_manages_keys() {
        isProblem(as(create("write")).get("/api-keys"), KitProblem.NOT_ALLOWED);
        isProblem(given().get("/api-keys"), KitProblem.NOT_AUTHENTICATED);
    }

    @Test
    void a_revoked_key_is_refused_at_once() {
        var key = create("read");
        as(key).get("/access/read").then().statusCode(200);

        asAdmin().delete("/api-keys/" + key.id()).then().statusCode(204);

        isProblem(as(key).get("/access/read"), KitProblem.INVALID_CREDENTIALS);
        inTheList(key.id()).body("state", equalTo("revoked")).body("revokedAt", notNullValue());
    }

    @Test
    void a_key_is_revoked_once_however_often_it_is_asked() {
        var key = create("read");
        asAdmin().delete("/api-keys/" + key.id()).then().statusCode(204);
        String revokedAt = asAdmin()
                .get("/api-keys?limit=500")
                .then()
                .extract()
                .path("items.find { it.id == '" + key.id() + "' }.revokedAt");
        clock.advance(Duration.ofSeconds(1));

        asAdmin().delete("/api-keys/" + key.id()).then().statusCode(204);

        assertThat(revokedAt).isNotNull();
        inTheList(key.id()).body("revokedAt", equalTo(revokedAt));
        asAdmin()
                .get("/audit?limit=500")
                .then()
                .body(
                        "items.findAll { it.action == 'api-key.revoked' && it.object == '" + key.id() + "' }",
                        hasSize(1));
        isProblem(asAdmin().body("{}").post("/api-keys/" + key.id() + "/rotate"), KitProblem.CONFLICT);
    }

    @Test
    void a_rotated_key_works_beside_the_new_one_until_its_grace_ends() {
        var old = create("read");
        var fresh = rotate(old, 60);

        as(old).get("/access/read").then().statusCode(200);
        as(fresh).get("/access/read").then().statusCode(200);
        inTheList(old.id()).body("state", equalTo("rotating"));
        isProblem(asAdmin().body("{}").post("/api-keys/" + old.id() + "/rotate"), KitProblem.CONFLICT);

        clock.advance(Duration.ofSeconds(61));

        isProblem(as(old).get("/access/read"), KitProblem.INVALID_CREDENTIALS);
        as(fresh).get("/access/read").then().statusCode(200);
        inTheList(old.id()).body("state", equalTo("expired"));
    }

    @Test
    void a_missing_or_configured_key_cant_be_changed() {
        isProblem(asAdmin().delete("/api-keys/000000000000"), KitProblem.NOT_FOUND);
        isProblem(asAdmin().delete("/api-keys/bootstrap"), KitProblem.CONFLICT);
        isProblem(asAdmin().body("{\"graceSeconds\":-1}").post("/api-keys/bootstrap/rotate"), KitProblem.INVALID_INPUT);
    }

    @Test
    void the_last_use_is_written_now_and_then() {
        var key = create("read");
        as(key).get("/access/read").then().statusCode(200);
        inTheList(key.id()).body("lastUsedAt", nullValue());

        lastUses.tick().await().atMost(Duration.ofSeconds(20));

        inTheList(key.id()).body("lastUsedAt", notNullValue());
    }

    @Test
    void what_was_used_last_is_written_when_the_process_stops() {
        var key = create("read");
        var ending = new LastUses(store, config, vertx);
        ending.start(new StartupEvent());
        ending.note(key.id(), clock.instant());

        ending.stop(new ShutdownEvent());

        inTheList(key.id()).body("lastUsedAt", notNullValue());
    }

    /** The connections go afterwards, and what was put back then would be with nobody. */
    @Test
    void a_stop_waits_for_the_last_uses_that_are_being_written() {
        var key = create("read");
        var asked = new CompletableFuture<Void>();
        var answer = new CompletableFuture<Void>();
        var slow = new ApiKeyStore(database) {
            @Override
            Uni<Void> markUsed(Map<String, Instant> lastUses) {
                asked.complete(null);
                return Uni.createFrom().completionStage(answer).chain(() -> super.markUsed(lastUses));
            }
        };
        var ending = new LastUses(slow, config, vertx);
        ending.note(key.id(), clock.instant());
        ending.start(new StartupEvent());
        asked.orTimeout(30, SECONDS).join();
        CompletableFuture.delayedExecutor(300, MILLISECONDS).execute(() -> answer.complete(null));

        ending.stop(new ShutdownEvent());

        inTheList(key.id()).body("lastUsedAt", notNullValue());
    }

    @Test
    void keys_come_in_pages_and_each_once() {
        for (int i = 0; i < 5; i++) {
            create("read");
        }
        var first = asAdmin()
                .get("/api-keys?limit=3")
                .then()
                .body("items", hasSize(3))
                .extract();
        String cursor = first.path("nextCursor");

        asAdmin()
                .queryParam("cursor", cursor)
                .get("/api-keys?limit=3")
                .then()
                .body("items", hasSize(not(0)))
                .body("items.id", not(hasItem(first.<String>path("items[2].id"))));
        isProblem(asAdmin().get("/api-keys?limit=501"), KitProblem.INVALID_INPUT)
                .body("errors[0].parameter", equalTo("limit"));
        isProblem(asAdmin().get("/api-keys?cursor=abc"), KitProblem.INVALID_CURSOR);
        isProblem(asAdmin().queryParam("cursor", cursor).get("/audit"), KitProblem.INVALID_CURSOR);
    }

    @Test
    void guessing_is_slowed_down_but_a_known_key_still_works() throws Exception {
        var known = create("read");
        try (var attacker =
                BoundedHttp.over(HttpClient.newBuilder().localAddress(InetAddress.getByName("127.0.0.9")))) {
            assertThat(status(attacker, known.text())).isEqualTo(200);
            var begun = System.nanoTime();
            for (int i = 0; i < config.failuresMax(); i++) {
                assertThat(status(attacker, KeyText.issue("sample").text())).isEqualTo(401);
            }
            int more = guessesUntilRefused(attacker);

            // One try more for each pause that has gone by.
            assertThat(more).isLessThanOrEqualTo(pausesSince(begun));
            assertThat(status(attacker, known.text())).isEqualTo(200);
        }
        // Others are not concerned.
        isProblem(withKey("wrong").get("/access/read"), KitProblem.INVALID_CREDENTIALS);
    }

    /** How many were judged before one was not. */
    private int guessesUntilRefused(BoundedHttp attacker) {
        for (int judged = 0; judged < 50; judged++) {
            int status = status(attacker, KeyText.issue("sample").text());
            if (status == 429) {
                return judged;
            }
            assertThat(status).isEqualTo(401);
        }
        throw new AssertionError("guessing is not slowed down");
    }

    private int pausesSince(long nanos) {
        return (int) Duration.ofNanos(System.nanoTime() - nanos).dividedBy(config.failurePause());
    }

    /** All are let in to be looked at, as if they had come before the first was known to be wrong. */
    @Test
    void of_keys_that_are_tried_at_once_no_more_are_judged_than_one_after_the_other() {
        var address = "192.0.2.1";
        long begun = System.nanoTime();
        var wrong = IntStream.range(0, 40)
                .mapToObj(n -> keys.authenticate(KeyText.issue("sample").text(), address))
                .toList();
        var right = keys.authenticate(create("read").text(), address);

        var verdicts = wrong.stream()
                .map(Uni::subscribeAsCompletionStage)
                .toList() // all are under way before the first is waited for
                .stream()
                .map(ApiKeyIT::failureOf)
                .toList();

        assertThat(verdicts).hasOnlyElementsOfTypes(AuthenticationFailedException.class, Refusal.class);
        var verdictOfRight = failureOf(right.subscribeAsCompletionStage());
        long judged = verdicts.stream()
                .filter(AuthenticationFailedException.class::isInstance)
                .count();
        int regained = pausesSince(begun);
        assertThat(judged).isBetween((long) config.failuresMax(), (long) config.failuresMax() + regained);
        // Unless one more try became free after the last of them.
        if (regained == 0) {
            assertThat(verdictOfRight).isInstanceOf(Refusal.class);
        } else {
            assertThat(verdictOfRight)
                    .satisfiesAnyOf(
                            failure -> assertThat(failure).isNull(),
                            failure -> assertThat(failure).isInstanceOf(Refusal.class));
        }
    }

    private static Throwable failureOf(CompletableFuture<?> verdict) {
        return verdict.handle((caller, failure) -> failure)
                .orTimeout(30, SECONDS)
                .join();
    }

    @Test
    void every_answer_about_a_key_has_a_request_id() {
        given().header("Authorization", "Bearer wrong")
                .get("/access/read")
                .then()
                .header("X-Request-Id", matchesPattern("[0-9a-f]{24}"));
    }

    private int status(BoundedHttp client, String key) {
        var request = HttpRequest.newBuilder(service.resolve("/access/read")).header("Authorization", "Bearer " + key);
        return client.send(request).statusCode();
    }

    private static ValidatableResponse inTheList(String id) {
        return asAdmin()
                .get("/api-keys?limit=500")
                .then()
                .statusCode(200)
                .rootPath("items.find { it.id == '" + id + "' }");
    }
}
