package dev.hotstate.kit.http.session;

import static dev.hotstate.kit.http.testing.Answers.isProblem;
import static dev.hotstate.kit.http.testing.Keys.as;
import static dev.hotstate.kit.http.testing.Keys.asAdmin;
import static dev.hotstate.kit.http.testing.Keys.create;
import static dev.hotstate.kit.http.testing.Keys.rotate;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.kit.http.apikey.ApiKeys;
import dev.hotstate.kit.http.apikey.AuthConfig;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.secret.AgreedSecrets;
import dev.hotstate.kit.http.testing.Keys.Key;
import dev.hotstate.kit.http.testing.KitTest;
import dev.hotstate.kit.http.testing.MovableClock;
import dev.hotstate.kit.testing.fault.FaultRoute;
import io.restassured.http.ContentType;
import io.restassured.http.Cookie;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@KitTest
class SessionIT {

    private static final String COOKIE = "hs_sample_session";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** More than whatever may go by while a test looks. */
    private static final Duration A_WHILE = Duration.ofMinutes(1);

    @Inject
    MovableClock clock;

    @Inject
    AgreedSecrets agreed;

    @Inject
    SessionStore store;

    @Inject
    Database database;

    @Inject
    ApiKeys keys;

    @Inject
    EndedSessions ended;

    @Inject
    AuthConfig authConfig;

    @Inject
    SessionConfig config;

    FaultRoute wayToPostgres;

    @Test
    void a_key_is_exchanged_for_a_cookie_that_scripts_and_other_sites_cant_use() {
        var login = login(create("write"));

        login.then()
                .statusCode(200)
                .body("authenticated", equalTo(true))
                .body("name", equalTo("test"))
                .body("scopes", equalTo(List.of("write")))
                .body("csrfToken", notNullValue())
                .body("expiresAt", notNullValue());
        Cookie cookie = login.getDetailedCookie(COOKIE);
        assertThat(cookie.isHttpOnly()).isTrue();
        assertThat(cookie.getSameSite()).isEqualTo("Strict");
        assertThat(cookie.getPath()).isEqualTo("/");
        assertThat(cookie.getMaxAge()).isEqualTo(Duration.ofHours(12).toSeconds());
    }

    @Test
    void a_wrong_key_opens_nothing() {
        isProblem(login(new Key("x", "hs_sample_000000000000_" + "0".repeat(64))), KitProblem.INVALID_CREDENTIALS);
        isProblem(given().contentType(ContentType.JSON).body("{}").post("/login"), KitProblem.INVALID_INPUT);
    }

    @Test
    void a_form_of_another_site_can_not_log_in() {
        for (var type : List.of("text/plain", "application/x-www-form-urlencoded")) {
            isProblem(
                    given().contentType(type).body("{\"key\":\"x\"}").post("/login"),
                    KitProblem.UNSUPPORTED_MEDIA_TYPE);
            isProblem(asAdmin().contentType(type).body("{}").post("/api-keys"), KitProblem.UNSUPPORTED_MEDIA_TYPE);
        }
    }

    @Test
    void a_session_may_read_and_with_its_token_write() {
        var login = login(create("write"));
        String token = login.path("csrfToken");

        in(login).get("/access/read").then().statusCode(200);
        in(login).header("X-CSRF-Token", token).post("/access/write").then().statusCode(200);
        in(login).get("/session").then().body("authenticated", equalTo(true)).body("csrfToken", equalTo(token));
    }

    @Test
    void a_session_can_not_write_without_its_own_token() {
        var login = login(create("write"));
        String tokenOfAnother = login(create("write")).path("csrfToken");

        isProblem(in(login).post("/access/write"), KitProblem.CSRF_TOKEN_REQUIRED);
        isProblem(
                in(login).header("X-CSRF-Token", tokenOfAnother).post("/access/write"), KitProblem.CSRF_TOKEN_REQUIRED);
        isProblem(in(login).header("X-CSRF-Token", "").delete("/api-keys/x"), KitProblem.CSRF_TOKEN_REQUIRED);
    }

    @Test
    void a_session_has_the_scopes_of_its_key_and_no_more() {
        isProblem(in(login(create("read"))).get("/api-keys"), KitProblem.NOT_ALLOWED);
    }

    @Test
    void a_key_beside_the_cookie_decides() {
        var login = login(create("admin"));

        isProblem(
                as(create("read")).cookie(COOKIE, login.getCookie(COOKIE)).get("/access/admin"),
                KitProblem.NOT_ALLOWED);
    }

    @Test
    void a_logout_ends_the_session_for_a_copy_of_the_cookie_too() {
        var login = login(create("read"));

        var logout = in(login).post("/logout");

        logout.then().statusCode(204);
        assertThat(logout.getDetailedCookie(COOKIE).getMaxAge()).isZero();
        isProblem(in(login).get("/access/read"), KitProblem.INVALID_CREDENTIALS);
        given().post("/logout").then().statusCode(204);
    }

    @Test
    void a_revoked_key_ends_its_sessions() {
        var key = create("read");
        var login = login(key);

        asAdmin().delete("/api-keys/" + key.id()).then().statusCode(204);

        isProblem(in(login).get("/access/read"), KitProblem.INVALID_CREDENTIALS);
        in(login).get("/session").then().statusCode(200).body("authenticated", equalTo(false));
    }

    @Test
    void a_rotated_key_ends_its_sessions_with_its_grace() {
        var key = create("read");
        var login = login(key);
        rotate(key, 60);

        in(login).get("/access/read").then().statusCode(200);
        clock.advance(Duration.ofSeconds(61));
        isProblem(in(login).get("/access/read"), KitProblem.INVALID_CREDENTIALS);
    }

    @Test
    void a_session_ends_after_a_working_day() {
        var login = login(create("read"));

        clock.advance(Duration.ofHours(12));

        isProblem(in(login).get("/access/read"), KitProblem.INVALID_CREDENTIALS);
    }

    @Test
    void a_forged_cookie_is_nobody() {
        var cookie = login(create("read")).getCookie(COOKIE);
        var forged = (cookie.charAt(0) == 'A' ? 'B' : 'A') + cookie.substring(1);

        isProblem(given().cookie(COOKIE, forged).get("/access/read"), KitProblem.INVALID_CREDENTIALS);
        isProblem(given().cookie(COOKIE, "x").get("/access/read"), KitProblem.INVALID_CREDENTIALS);
        given().cookie(COOKIE, forged).get("/session").then().statusCode(200).body("authenticated", equalTo(false));
    }

    @Test
    void nobody_is_logged_in_at_first() {
        given().get("/session")
                .then()
                .statusCode(200)
                .body("authenticated", equalTo(false))
                .body("csrfToken", nullValue());
    }

    @Test
    void an_outage_before_the_first_session_ends_with_the_outage() {
        var cookie = login(create("read")).getCookie(COOKIE);
        var freshlyStarted = new Sessions(keys, ended, agreed, config, clock);
        wayToPostgres.stall();
        try {
            assertThatThrownBy(() -> freshlyStarted.find(cookie).await().atMost(PATIENCE))
                    .isInstanceOf(PostgresUnavailable.class);
        } finally {
            wayToPostgres.pass();
        }

        assertThat(freshlyStarted.find(cookie).await().atMost(PATIENCE)).isPresent();
    }

    @Test
    void in_an_outage_one_request_waits_for_postgres_and_the_next_do_not() {
        var session = session();
        var lookups = new EndedSessions(store, authConfig, clock);
        assertThat(isEnded(lookups, session)).isFalse();
        clock.advance(authConfig.cacheTtl());
        wayToPostgres.stall();
        try {
            assertThat(isEnded(lookups, session)).isFalse();

            assertThat(lookups.contain(session).await().atMost(Duration.ofSeconds(1)))
                    .isFalse();
        } finally {
            wayToPostgres.pass();
        }
    }

    @Test
    void in_an_outage_a_session_that_may_have_been_ended_opens_nothing() {
        var unseen = session();
        var ended = session();
        var lookups = new EndedSessions(store, authConfig, clock);
        lookups.end(ended).await().atMost(PATIENCE);
        clock.advance(authConfig.cacheTtl());
        wayToPostgres.stall();
        try {
            assertThatThrownBy(() -> isEnded(lookups, unseen)).isInstanceOf(PostgresUnavailable.class);
            assertThat(isEnded(lookups, ended)).isTrue();
        } finally {
            wayToPostgres.pass();
        }
    }

    @Test
    void a_good_session_outlives_an_outage_by_the_grace_of_keys_and_no_more() {
        var session = session();
        var lookups = new EndedSessions(store, authConfig, clock);
        assertThat(isEnded(lookups, session)).isFalse();
        wayToPostgres.stall();
        try {
            clock.advance(authConfig.outageGrace().minus(A_WHILE));
            assertThat(isEnded(lookups, session)).isFalse();

            clock.advance(A_WHILE);
            assertThatThrownBy(() -> isEnded(lookups, session)).isInstanceOf(PostgresUnavailable.class);
        } finally {
            wayToPostgres.pass();
        }
    }

    @Test
    void a_session_stays_ended_on_every_instance_among_however_many() {
        onAllRows("""
                insert into ended_session (session_id, expires_at)
                select 'crowd' || n, now() + interval '7 days' from generate_series(1, 100000) n""");
        try {
            var session = session();
            ended.end(session).await().atMost(PATIENCE);

            for (int instance = 0; instance < 3; instance++) {
                assertThat(isEnded(new EndedSessions(store, authConfig, clock), session))
                        .isTrue();
            }
        } finally {
            onAllRows("delete from ended_session where session_id like 'crowd%'");
        }
    }

    private void onAllRows(String statement) {
        database.inTransaction(
                        PATIENCE, connection -> connection.query(statement).execute())
                .await()
                .atMost(PATIENCE);
    }

    @Test
    void a_logout_elsewhere_counts_here_as_soon_as_a_revoked_key_does() {
        var session = session();
        var here = new EndedSessions(store, authConfig, clock);
        assertThat(isEnded(here, session)).isFalse();
        new EndedSessions(store, authConfig, clock).end(session).await().atMost(PATIENCE);

        clock.advance(authConfig.cacheTtl());

        assertThat(isEnded(here, session)).isTrue();
    }

    /** As far as this clock may be ahead of that of another instance. */
    @Test
    void the_next_logout_forgets_no_session_that_a_late_clock_takes_for_good() {
        var session = session();
        ended.end(session).await().atMost(PATIENCE);
        clock.advance(Duration.ofHours(23));

        ended.end(session()).await().atMost(PATIENCE);
        assertThat(isEnded(new EndedSessions(store, authConfig, clock), session))
                .isTrue();

        clock.advance(Duration.ofHours(2));
        ended.end(session()).await().atMost(PATIENCE);
        assertThat(isEnded(new EndedSessions(store, authConfig, clock), session))
                .isFalse();
    }

    private Session session() {
        return new Session(
                UUID.randomUUID().toString(), "key", "print", clock.instant().plusSeconds(60));
    }

    private static boolean isEnded(EndedSessions lookups, Session session) {
        return lookups.contain(session).await().atMost(PATIENCE);
    }

    private static Response login(Key key) {
        return given().contentType(ContentType.JSON)
                .body("{\"key\":\"" + key.text() + "\"}")
                .post("/login");
    }

    private static RequestSpecification in(Response login) {
        return given().cookie(COOKIE, login.getCookie(COOKIE)).contentType(ContentType.JSON);
    }
}
