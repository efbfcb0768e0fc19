package dev.hotstate.monitor.trial;

import static dev.hotstate.monitor.channel.ChannelRequests.asAdmin;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;

import dev.hotstate.monitor.channel.Sink;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class TrialResourceIT {

    private Sink page;

    @BeforeEach
    void open() {
        page = Sink.open();
    }

    @AfterEach
    void close() {
        page.close();
    }

    @Test
    void a_target_is_checked_once_with_secrets_that_nobody_keeps() {
        attempt("""
                {"target": {"kind": "http", "url": "%s"}, "secrets": {"bearerToken": "t0ken"}}""".formatted(page.url()))
                .statusCode(200)
                .body("verdict", equalTo("up"))
                .body("reason", equalTo("ok"))
                .body("statusCode", equalTo(200))
                .body("latencyMs", greaterThan(0f));

        assertThat(page.heard())
                .singleElement()
                .satisfies(heard ->
                        assertThat(heard.headers().get("authorization")).isEqualTo("Bearer t0ken"));
    }

    @Test
    void what_is_wrong_with_a_target_is_an_answer() {
        page.answerWith(503);
        attempt("""
                {"target": {"kind": "http", "url": "%s"}}""".formatted(page.url()))
                .statusCode(200)
                .body("verdict", equalTo("down"))
                .body("reason", equalTo("status"))
                .body("statusCode", equalTo(503));
    }

    @Test
    void a_target_that_hangs_is_given_up_after_the_timeout() {
        page.hang();
        attempt("""
                {"target": {"kind": "http", "url": "%s"}, "timeout": "PT1.5S"}""".formatted(page.url()))
                .statusCode(200)
                .body("verdict", equalTo("down"))
                .body("reason", equalTo("timeout_first_byte"));
    }

    @Test
    void a_closed_address_is_refused_with_its_place() {
        attempt("""
                {"target": {"kind": "http", "url": "http://169.254.169.254/latest/meta-data/"}}""").statusCode(400).body("errors.pointer", contains("/target/url"));
    }

    @Test
    void a_timeout_is_one_that_a_monitor_may_have() {
        for (var timeout : List.of("PT0S", "PT61S")) {
            attempt("""
                    {"target": {"kind": "http", "url": "%s"}, "timeout": "%s"}""".formatted(page.url(), timeout)).statusCode(400).body("errors.pointer", contains("/timeout"));
        }
        attempt("""
                {"target": {"kind": "http", "url": "%s"}, "timeout": "PT60S"}""".formatted(page.url())).statusCode(200).body("verdict", equalTo("up"));
    }

    @Test
    void what_is_no_target_is_refused_with_its_place() {
        attempt("""
                {"target": {"kind": "http", "url": "ftp://example.org/"}}""").statusCode(400).body("errors.pointer", contains("/target/url"));
        attempt("{}").statusCode(400);
    }

    @Test
    void secrets_are_judged_as_those_of_a_monitor_before_anything_is_sent() {
        attempt("""
                {"target": {"kind": "http", "url": "%s"},
                 "secrets": {"headers": {"Host": "inside.example", "X-A": "a\\r\\nX-B: b"}}}""".formatted(page.url()))
                .statusCode(400)
                .body("errors.pointer", containsInAnyOrder("/secrets/headers/Host", "/secrets/headers/X-A"));

        assertThat(page.heard()).isEmpty();
    }

    @Test
    void it_needs_a_key_that_may_write() {
        given().contentType(ContentType.JSON)
                .body("{}")
                .post("/monitors/try")
                .then()
                .statusCode(401);
    }

    private static ValidatableResponse attempt(String body) {
        return asAdmin()
                .contentType(ContentType.JSON)
                .body(body)
                .post("/monitors/try")
                .then();
    }
}
