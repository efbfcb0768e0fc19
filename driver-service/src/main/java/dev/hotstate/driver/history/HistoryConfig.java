package dev.hotstate.driver.history;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "driver.history")
public interface HistoryConfig {

    /** Whether to keep where drivers were. It costs Postgres a row for each point. */
    @WithDefault("false")
    boolean enabled();

    /** Points are kept so long. */
    @WithDefault("30d")
    @NotNull
    @DurationMin(minutes = 1)
    Duration keep();

    /** How often points go to Postgres; a process that is killed loses at most so much, and what is on its way. */
    @WithDefault("1s")
    @NotNull
    @DurationMin(millis = 50)
    @DurationMax(minutes = 1)
    Duration period();

    /** Points that are written, or removed, by one statement. */
    @WithDefault("5000")
    @Min(1)
    @Max(20_000)
    int batch();

    /** Points that wait while Postgres is away; others are dropped. */
    @WithDefault("200000")
    @Min(1000)
    int waitingMax();
}
