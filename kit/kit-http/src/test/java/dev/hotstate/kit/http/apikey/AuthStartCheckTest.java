package dev.hotstate.kit.http.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.redis.start.StartProblem;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuthStartCheckTest {

    private static final String BOOTSTRAP_KEY = "hotstate.auth.bootstrap-key";

    @Test
    void a_bootstrap_key_lets_the_service_start() {
        assertThat(settings(Map.of(BOOTSTRAP_KEY, "0123456789".repeat(4)))).isEmpty();
    }

    @Test
    void without_a_bootstrap_key_nobody_could_get_in() {
        assertThat(settings(Map.of())).containsExactly(BOOTSTRAP_KEY);
    }

    @Test
    void somebody_may_say_that_there_are_other_keys() {
        assertThat(settings(Map.of("hotstate.auth.bootstrap-key-required", "false")))
                .isEmpty();
    }

    @Test
    void authentication_can_not_be_off_in_production() {
        assertThat(settings(Map.of("hotstate.auth.required", "false", BOOTSTRAP_KEY, "0123456789".repeat(4))))
                .containsExactly("hotstate.auth.required");
    }

    @Test
    void open_access_needs_a_loopback_address_in_every_profile() {
        var open = config(Map.of("hotstate.auth.required", "false"));

        assertThatThrownBy(() -> LoopbackGuard.requireLoopback(open, "0.0.0.0"))
                .hasMessageContaining("quarkus.http.host is 0.0.0.0: set it to 127.0.0.1");
        assertThatCode(() -> LoopbackGuard.requireLoopback(open, "127.0.0.1")).doesNotThrowAnyException();
        assertThatCode(() -> LoopbackGuard.requireLoopback(config(Map.of()), "0.0.0.0"))
                .doesNotThrowAnyException();
    }

    private static List<String> settings(Map<String, String> properties) {
        return new AuthStartCheck(config(properties))
                .problems().stream().map(StartProblem::setting).toList();
    }

    private static AuthConfig config(Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .withConverter(Duration.class, 100, new DurationConverter())
                .withMapping(AuthConfig.class)
                .withSources(new PropertiesConfigSource(properties, "test", 100))
                .build()
                .getConfigMapping(AuthConfig.class);
    }
}
