package dev.hotstate.kit.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSecretTest {

    @Test
    void signs_as_the_published_example_of_standard_webhooks() {
        var secret = WebhookSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        var signature = secret.sign(
                "msg_p5jXN8AQM9LWM0D4loKWxJek", Instant.ofEpochSecond(1614265330), "{\"test\": 2432232314}");
        assertThat(signature).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void a_generated_secret_can_be_used() {
        assertThat(WebhookSecret.of(WebhookSecret.generate()).sign("id", Instant.EPOCH, "{}"))
                .startsWith("v1,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_c2hvcnQ=", "whsec_!!!"})
    void refuses_what_is_no_secret(String text) {
        assertThatThrownBy(() -> WebhookSecret.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void does_not_show_itself() {
        assertThat(WebhookSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).hasToString("whsec_...");
    }
}
