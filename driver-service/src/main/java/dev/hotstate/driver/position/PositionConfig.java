package dev.hotstate.driver.position;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "driver.position")
public interface PositionConfig {

    /** A driver of whom nothing was heard for so long is hidden. */
    @WithDefault("60s")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(minutes = 10)
    Duration heartbeat();

    /** Faster (m/s) than this no driver gets from one point to the next. */
    @WithDefault("70")
    @Min(1)
    @Max(1000)
    int maxSpeed();

    /** By how much (m) points may be off. */
    @WithDefault("500")
    @Min(0)
    @Max(100_000)
    int slack();

    /** After a silence this long any point is believed. */
    @WithDefault("5m")
    @NotNull
    Duration trustAfter();

    /** Points that may be farther off (m) than this are only signs of life. */
    @WithDefault("1000")
    @Min(1)
    @Max(100_000)
    int accuracyMax();

    /** So many points in a row that agree with one another are believed, however far they are from the last position. */
    @WithDefault("3")
    @Min(2)
    @Max(100)
    int agreeing();
}
