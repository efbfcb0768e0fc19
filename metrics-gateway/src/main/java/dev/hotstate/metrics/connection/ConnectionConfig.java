package dev.hotstate.metrics.connection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "metrics.connection")
public interface ConnectionConfig {

    /** After so long without a word of an instance its connections no longer count; 1s to 1h. */
    @WithDefault("30s")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(hours = 1)
    Duration lifetime();

    /** Instances that tell of connections at the same time. */
    @WithDefault("500")
    @Min(1)
    @Max(5_000)
    int instancesMax();
}
