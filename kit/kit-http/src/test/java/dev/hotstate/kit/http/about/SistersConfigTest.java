package dev.hotstate.kit.http.about;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SistersConfigTest {

    @Test
    void a_service_has_no_sisters_unless_they_are_named() {
        assertThat(config(Map.of()).addresses()).isEmpty();
    }

    @Test
    void sisters_are_named_next_to_settings_of_others() {
        var settings = Map.of("hotstate.sisters.driver-service", "http://127.0.0.1:8082", "hotstate.app", "monitor");

        var sisters = config(settings);

        assertThat(sisters.addresses()).containsExactly(Map.entry("driver-service", "http://127.0.0.1:8082"));
    }

    private static SistersConfig config(Map<String, String> settings) {
        return new SmallRyeConfigBuilder()
                .withMapping(SistersConfig.class)
                .withSources(new PropertiesConfigSource(settings, "test", 100))
                .build()
                .getConfigMapping(SistersConfig.class);
    }
}
