package dev.hotstate.driver.position;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;

/** The usual settings. */
public final class TestPositions {

    public static final PositionConfig CONFIG = withHeartbeat(Duration.ofSeconds(60));

    private TestPositions() {}

    static PositionConfig withHeartbeat(Duration heartbeat) {
        return new SmallRyeConfigBuilder()
                .withMapping(PositionConfig.class)
                .withConverter(Duration.class, 100, new DurationConverter())
                .withDefaultValue("driver.position.heartbeat", heartbeat.toMillis() + "ms")
                .build()
                .getConfigMapping(PositionConfig.class);
    }
}
