package dev.hotstate.kit.http.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionConfigTest {

    @Test
    void in_production_the_cookie_is_for_tls_only_unless_somebody_says_otherwise() throws IOException {
        assertThat(config("prod").secureCookie()).isTrue();
        assertThat(config("staging").secureCookie()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "test", "local"})
    void where_developers_work_there_is_no_tls(String profile) throws IOException {
        assertThat(config(profile).secureCookie()).isFalse();
    }

    /** With the defaults that the kit brings. */
    private static SessionConfig config(String profile) throws IOException {
        var defaults = SessionConfig.class.getResource("/META-INF/microprofile-config.properties");
        return new SmallRyeConfigBuilder()
                .withProfile(profile)
                .withConverter(Duration.class, 100, new DurationConverter())
                .addDefaultInterceptors()
                .withMapping(SessionConfig.class)
                .withSources(new PropertiesConfigSource(defaults, 100))
                .build()
                .getConfigMapping(SessionConfig.class);
    }
}
