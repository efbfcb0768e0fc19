package dev.hotstate.driver.fallback;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "driver.fallback")
public interface FallbackConfig {

    /** Of whom nothing was heard for longer than this, searches from Postgres leave out. */
    @WithDefault("15m")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(days = 1)
    Duration ageMax();

    /** How often an instance looks whether Redis has lost something. */
    @WithDefault("500ms")
    @NotNull
    @DurationMin(millis = 50)
    @DurationMax(minutes = 1)
    Duration watch();
}
