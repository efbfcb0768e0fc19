package dev.hotstate.driver.mirror;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "driver.mirror")
public interface MirrorConfig {

    /** How often positions and statuses go to Postgres; a process that is killed loses at most so much, and what is on its way. */
    @WithDefault("1s")
    @NotNull
    @DurationMin(millis = 50)
    @DurationMax(minutes = 1)
    Duration period();

    /** Drivers that are written by one statement. */
    @WithDefault("2000")
    @Min(1)
    @Max(20_000)
    int batch();

    /** Drivers whose newest state waits while Postgres is away; beyond that the newest change of others is dropped. */
    @WithDefault("1000000")
    @Min(1000)
    int waitingMax();
}
