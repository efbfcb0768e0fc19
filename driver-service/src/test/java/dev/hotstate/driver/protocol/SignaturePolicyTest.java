package dev.hotstate.driver.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.protocol.SignaturePolicy.Signed;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignaturePolicyTest {

    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final WebhookSecret OLD = WebhookSecret.of(WebhookSecret.generate());
    private static final WebhookSecret NEW = WebhookSecret.of(WebhookSecret.generate());
    private static final String BODY = "{\"type\": \"driver.heartbeat\"}";

    @Test
    void who_knows_one_of_the_secrets_is_believed() {
        assertThat(isGood(signed(OLD, NOW), BODY, NOW)).isTrue();
        assertThat(isGood(signed(NEW, NOW), BODY, NOW.plusSeconds(299))).isTrue();
        assertThat(isGood(new Signed("m1", seconds(NOW), "v1,AAAA v2,zzz " + OLD.sign("m1", NOW, BODY)), BODY, NOW))
                .isTrue();
    }

    @Test
    void another_body_id_or_time_is_not() {
        assertThat(isGood(signed(OLD, NOW), BODY + " ", NOW)).isFalse();
        assertThat(isGood(new Signed("m2", seconds(NOW), OLD.sign("m1", NOW, BODY)), BODY, NOW))
                .isFalse();
        assertThat(isGood(new Signed("m1", seconds(NOW.plusSeconds(1)), OLD.sign("m1", NOW, BODY)), BODY, NOW))
                .isFalse();
    }

    @Test
    void what_is_old_or_of_the_future_may_be_somebody_elses() {
        assertThat(isGood(signed(OLD, NOW), BODY, NOW.plusSeconds(301))).isFalse();
        assertThat(isGood(signed(OLD, NOW.plusSeconds(301)), BODY, NOW)).isFalse();
    }

    @Test
    void what_is_not_signed_is_not_believed() {
        assertThat(isGood(new Signed(null, seconds(NOW), "v1,x"), BODY, NOW)).isFalse();
        assertThat(isGood(new Signed("m1", null, "v1,x"), BODY, NOW)).isFalse();
        assertThat(isGood(new Signed("m1", "tomorrow", "v1,x"), BODY, NOW)).isFalse();
        assertThat(isGood(new Signed("m1", seconds(NOW), null), BODY, NOW)).isFalse();
        assertThat(SignaturePolicy.isGood(signed(OLD, NOW), BODY, List.of(), NOW, TOLERANCE))
                .isFalse();
    }

    private static boolean isGood(Signed signed, String body, Instant now) {
        return SignaturePolicy.isGood(signed, body, List.of(NEW, OLD), now, TOLERANCE);
    }

    private static Signed signed(WebhookSecret secret, Instant at) {
        return new Signed("m1", seconds(at), secret.sign("m1", at, BODY));
    }

    private static String seconds(Instant at) {
        return Long.toString(at.getEpochSecond());
    }
}
