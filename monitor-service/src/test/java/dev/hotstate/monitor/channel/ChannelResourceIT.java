package dev.hotstate.monitor.channel;

import static dev.hotstate.monitor.channel.ChannelRequests.asAdmin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.monitor.platform.PublicId;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class ChannelResourceIT {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @Inject
    Database database;

    private final String name = PublicId.next("name");
    private Sink sink;

    @BeforeEach
    void open() {
        sink = Sink.open();
    }

    @AfterEach
    void close() {
        sink.close();
    }

    @Test
    void the_signing_secret_is_shown_once_and_verifies_what_is_sent() throws GeneralSecurityException {
        var created = asAdmin()
                .body(webhook("{}"))
                .post("/channels")
                .then()
                .statusCode(201)
                .body("signingSecret", startsWith("whsec_"))
                .extract();
        var id = created.<String>path("id");
        asAdmin().get("/channels/" + id).then().statusCode(200).body("signingSecret", nullValue());
        asAdmin().get("/channels").then().body("items.id", hasItem(id)).body(not(containsString("whsec_")));

        asAdmin().post("/channels/" + id + "/test").then().statusCode(200).body("delivered", equalTo(true));

        var heard = sink.heard().getFirst();
        assertThat(heard.headers().get("webhook-signature")).isEqualTo(signature(heard, created.path("signingSecret")));
        var age = Duration.between(
                Instant.ofEpochSecond(Long.parseLong(heard.headers().get("webhook-timestamp"))), Instant.now());
        assertThat(age).isLessThan(Duration.ofMinutes(1));
        ChannelRequests.delete(id);
        asAdmin().get("/channels/" + id).then().statusCode(404);
    }

    @Test
    void secrets_are_sealed_in_postgres() {
        var id = ChannelRequests.created("{\"kind\": \"slack\"}", "{\"url\": \"" + sink.url() + "/s3cret\"}");
        var row = database.query("select settings::text || name as open, secrets from channel where id = $1", id)
                .await()
                .atMost(PATIENCE)
                .iterator()
                .next();
        assertThat(row.getString("open")).doesNotContain("s3cret");
        assertThat(row.getBuffer("secrets").toString(StandardCharsets.ISO_8859_1))
                .doesNotContain("s3cret");
        asAdmin().get("/channels/" + id).then().body(not(containsString("s3cret")));

        asAdmin().post("/channels/" + id + "/test").then().body("delivered", equalTo(true));
        assertThat(sink.heard().getFirst().path()).isEqualTo("/hook/s3cret");
        ChannelRequests.delete(id);
    }

    @Test
    void a_change_keeps_the_secrets_that_it_does_not_name() {
        var id = ChannelRequests.created(settings(), "{\"authorization\": \"Bearer kept\"}");
        asAdmin()
                .body(webhook("{}"))
                .put("/channels/" + id)
                .then()
                .statusCode(200)
                .body("name", equalTo(name));
        asAdmin().post("/channels/" + id + "/test").then().body("delivered", equalTo(true));
        assertThat(sink.heard().getLast().headers().get("Authorization")).isEqualTo("Bearer kept");

        asAdmin()
                .body(webhook("{\"authorization\": null}"))
                .put("/channels/" + id)
                .then()
                .statusCode(200);
        asAdmin().post("/channels/" + id + "/test").then().body("delivered", equalTo(true));
        assertThat(sink.heard().getLast().headers().get("Authorization")).isNull();
        ChannelRequests.delete(id);
    }

    @Test
    void secrets_do_not_follow_a_channel_to_another_host() {
        var id = ChannelRequests.created(settings(), "{\"authorization\": \"Bearer kept\"}");
        var elsewhere = "{\"kind\": \"webhook\", \"url\": \"http://localhost:9/\"}";
        var moved = "{\"name\": \"%s\", \"settings\": %s, \"secrets\": %s}";

        asAdmin()
                .body(moved.formatted(name, elsewhere, "{}"))
                .put("/channels/" + id)
                .then()
                .statusCode(400)
                .body("errors[0].pointer", equalTo("/secrets/authorization"));
        asAdmin()
                .body(moved.formatted(name, elsewhere, "{\"authorization\": null}"))
                .put("/channels/" + id)
                .then()
                .statusCode(200);
        ChannelRequests.delete(id);
    }

    @Test
    void every_tag_that_a_monitor_may_have_can_be_named() {
        var id = ChannelRequests.created(settings(), "{}", "team=shop", "Büro", "eu:west");
        asAdmin().get("/channels/" + id).then().body("tags", contains("team=shop", "Büro", "eu:west"));
        ChannelRequests.delete(id);

        asAdmin()
                .body("{\"name\": \"%s\", \"settings\": %s, \"tags\": [\"fine\", \"two words\"]}"
                        .formatted(name, settings()))
                .post("/channels")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/tags/1"));
    }

    @Test
    void a_test_tells_of_an_outage_and_of_its_end() {
        var id = ChannelRequests.created("{\"kind\": \"alertmanager\", \"url\": \"" + sink.url() + "\"}", "{}");

        asAdmin().post("/channels/" + id + "/test").then().statusCode(200).body("delivered", equalTo(true));

        assertThat(sink.heard()).hasSize(2);
        var begin = sink.heard().getFirst().json().get(0);
        var end = sink.heard().getLast().json().get(0);
        assertThat(Instant.parse(begin.get("endsAt").asText())).isAfter(Instant.now());
        assertThat(Instant.parse(end.get("endsAt").asText()))
                .isBefore(Instant.now().plusSeconds(5));
        assertThat(end.get("labels")).isEqualTo(begin.get("labels"));
        ChannelRequests.delete(id);
    }

    @Test
    void a_channel_is_tried_before_it_is_saved() {
        asAdmin()
                .body(webhook("{\"authorization\": \"Bearer new\"}"))
                .post("/channels/try")
                .then()
                .statusCode(200)
                .body("delivered", equalTo(true));

        assertThat(sink.heard()).hasSize(2);
        assertThat(sink.heard().getFirst().headers().get("Authorization")).isEqualTo("Bearer new");
        asAdmin().get("/channels?limit=500").then().body("items.name", not(hasItem(name)));
        asAdmin()
                .body("{\"name\": \"\", \"settings\": {\"kind\": \"slack\"}}")
                .post("/channels/try")
                .then()
                .statusCode(400)
                .body("errors.pointer", containsInAnyOrder("/name", "/secrets/url"));
    }

    @Test
    void a_change_is_tried_with_the_secrets_that_are_stored_but_not_at_another_host() {
        var id = ChannelRequests.created(
                "{\"kind\": \"webhook\", \"url\": \"" + sink.url() + "/before\"}",
                "{\"authorization\": \"Bearer kept\"}");

        asAdmin()
                .body(webhook("{}"))
                .post("/channels/" + id + "/try")
                .then()
                .statusCode(200)
                .body("delivered", equalTo(true));
        assertThat(sink.heard()).extracting(Sink.Heard::path).containsOnly("/hook");
        assertThat(sink.heard().getLast().headers().get("Authorization")).isEqualTo("Bearer kept");
        asAdmin().get("/channels/" + id).then().body("settings.url", equalTo(sink.url() + "/before"));

        asAdmin()
                .body("{\"name\": \"%s\", \"settings\": {\"kind\": \"webhook\", \"url\": \"http://localhost:9/\"}}"
                        .formatted(name))
                .post("/channels/" + id + "/try")
                .then()
                .statusCode(400)
                .body("errors[0].pointer", equalTo("/secrets/authorization"));
        ChannelRequests.delete(id);
    }

    @Test
    void a_test_whose_end_does_not_arrive_says_so() {
        sink.answer(response ->
                response.setStatusCode(sink.heard().size() == 1 ? 200 : 500).end());
        asAdmin()
                .body(webhook("{}"))
                .post("/channels/try")
                .then()
                .statusCode(200)
                .body("delivered", equalTo(false))
                .body("detail", equalTo("The beginning arrived, the end did not: The receiver answered 500"));
    }

    @Test
    void a_test_that_fails_says_why() {
        sink.answerWith(500);
        var id = ChannelRequests.webhook(sink);
        asAdmin()
                .post("/channels/" + id + "/test")
                .then()
                .statusCode(200)
                .body("delivered", equalTo(false))
                .body("detail", equalTo("The receiver answered 500"));
        ChannelRequests.delete(id);
    }

    @Test
    void a_receiver_does_not_lead_inside() {
        sink.answer(response -> response.setStatusCode(307)
                .putHeader("Location", "http://169.254.169.254/latest/meta-data/")
                .end());
        var id = ChannelRequests.webhook(sink);
        asAdmin()
                .post("/channels/" + id + "/test")
                .then()
                .statusCode(200)
                .body("delivered", equalTo(false))
                .body("detail", equalTo("The receiver answered 307"));
        ChannelRequests.delete(id);
    }

    @Test
    void two_channels_can_not_have_one_name() {
        var id = asAdmin()
                .body(webhook("{}"))
                .post("/channels")
                .then()
                .statusCode(201)
                .extract()
                .<String>path("id");
        asAdmin().body(webhook("{}")).post("/channels").then().statusCode(409);
        ChannelRequests.delete(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"kind\": \"webhook\", \"url\": \"ftp://x\"} | {} | /settings/url",
                "{\"kind\": \"webhook\", \"url\": \"http://169.254.169.254/\"} | {} | /settings",
                "{\"kind\": \"webhook\", \"url\": \"http://2852039166/\"} | {} | /settings",
                "{\"kind\": \"webhook\", \"url\": \"https://x.example\"} | {\"signingSecret\": \"short\"} | /secrets/signingSecret",
                "{\"kind\": \"webhook\", \"url\": \"https://x.example\"} | {\"password\": \"x\"} | /secrets",
                "{\"kind\": \"slack\"} | {} | /secrets/url",
                "{\"kind\": \"slack\"} | {\"url\": \"http://169.254.169.254/\"} | /secrets/url",
                "{\"kind\": \"pagerduty\"} | {} | /secrets/routingKey",
                "{\"kind\": \"alertmanager\", \"url\": \"x\"} | {} | /settings/url"
            })
    void says_by_field_what_is_wrong(String settings, String secrets, String pointer) {
        asAdmin()
                .body("{\"name\": \"%s\", \"settings\": %s, \"secrets\": %s}".formatted(name, settings, secrets))
                .post("/channels")
                .then()
                .statusCode(400)
                .body("type", equalTo("/docs/errors.md#invalid-input"))
                .body("errors.pointer", contains(pointer));
    }

    @Test
    void an_email_channel_is_checked_field_by_field() {
        asAdmin()
                .body("""
                        {"name": "%s", "settings": {"kind": "email", "server": "mail.example", "port": 0, "security": "none",
                         "username": "u", "from": "a@b\\r\\nBcc: c@d", "to": []}, "secrets": {"password": "x"}}""".formatted(name))
                .post("/channels")
                .then()
                .statusCode(400)
                .body(
                        "errors.pointer",
                        containsInAnyOrder("/settings/port", "/settings/username", "/settings/from", "/settings/to"));
    }

    private String webhook(String secrets) {
        return "{\"name\": \"%s\", \"settings\": %s, \"secrets\": %s}".formatted(name, settings(), secrets);
    }

    private String settings() {
        return "{\"kind\": \"webhook\", \"url\": \"" + sink.url() + "\"}";
    }

    /** As the standard describes it, written down once more. */
    private static String signature(Sink.Heard heard, String secret) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replace("whsec_", "")), "HmacSHA256"));
        mac.update(heard.key().getBytes(StandardCharsets.UTF_8));
        mac.update((byte) '.');
        mac.update(heard.headers().get("webhook-timestamp").getBytes(StandardCharsets.UTF_8));
        mac.update((byte) '.');
        return "v1,"
                + Base64.getEncoder().encodeToString(mac.doFinal(heard.body().getBytes(StandardCharsets.UTF_8)));
    }
}
