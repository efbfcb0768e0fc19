package dev.hotstate.monitor.schedule;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;

/** The configuration of the schedule with its defaults, where a test names no other value. */
public final class TestConfig {

    private TestConfig() {}

    public static ScheduleConfig of(Map<String, String> values) {
        return new SmallRyeConfigBuilder()
                .withMapping(ScheduleConfig.class)
                .withSources(new PropertiesConfigSource(values, "test", 500))
                .addDefaultInterceptors()
                .withConverter(java.time.Duration.class, 200, new io.quarkus.runtime.configuration.DurationConverter())
                .build()
                .getConfigMapping(ScheduleConfig.class);
    }

    public static ScheduleConfig usual() {
        return of(Map.of());
    }
}
