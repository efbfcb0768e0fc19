package dev.hotstate.driver.stream;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "driver.stream")
public interface StreamConfig {

    /** For so long changes are collected, the newest of each driver, before they are told. */
    @WithDefault("500ms")
    @NotNull
    @DurationMin(millis = 50)
    @DurationMax(seconds = 10)
    Duration period();

    /** Drivers whose change one instance tells per period; of the others the next change. */
    @WithDefault("20000")
    @Min(1)
    @Max(1_000_000)
    int pendingMax();

    /** Drivers that a client gets first. */
    @WithDefault("5000")
    @Min(1)
    @Max(100_000)
    int snapshotMax();

    /** Different parts of the map that are watched on one instance. */
    @WithDefault("500")
    @Min(1)
    @Max(10_000)
    int boundsMax();
}
