package dev.hotstate.monitor.delivery;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;

/** The usual configuration, quicker, and with what a test changes. */
final class TestDeliveryConfig {

    private TestDeliveryConfig() {}

    static DeliveryConfig of(Map<String, String> settings) {
        return new SmallRyeConfigBuilder()
                .withMapping(DeliveryConfig.class)
                .withConverter(Duration.class, 100, new DurationConverter())
                .withDefaultValue("monitor.delivery.tick", "50ms")
                .withSources(new PropertiesConfigSource(settings, "test", 200))
                .build()
                .getConfigMapping(DeliveryConfig.class);
    }
}
