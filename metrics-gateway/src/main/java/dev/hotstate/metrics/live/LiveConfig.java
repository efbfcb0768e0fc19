package dev.hotstate.metrics.live;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "metrics.live")
public interface LiveConfig {

    /** How often this instance writes its figures of the last minute and reads those of the others; 200ms to 5s. */
    @WithDefault("2s")
    @NotNull
    @DurationMin(millis = 200)
    @DurationMax(seconds = 5)
    Duration period();
}
