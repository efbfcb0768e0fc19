package dev.hotstate.driver.geofence;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "driver.geofence")
public interface GeofenceConfig {

    /** Fences at most. */
    @WithDefault("10000")
    @Min(1)
    @Max(100_000)
    int max();

    /** After so long every instance knows of a fence that was changed at another one. */
    @WithDefault("1s")
    @NotNull
    @DurationMin(millis = 50)
    @DurationMax(minutes = 1)
    Duration refresh();

    /** How often it is looked for events that have to be told. */
    @WithDefault("250ms")
    @NotNull
    @DurationMin(millis = 50)
    @DurationMax(seconds = 10)
    Duration tick();

    /** How long the receiver of a webhook may take. An instance that dies is replaced after three times as long. */
    @WithDefault("10s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(minutes = 1)
    Duration timeout();

    /** Pauses after the first, second, ... failed attempt. After one more the delivery is dead. */
    @WithDefault("5s,30s,5m,30m,2h")
    @NotEmpty
    List<Duration> pauses();

    /** Deliveries to one host under way on one instance. */
    @WithDefault("8")
    @Min(1)
    @Max(100)
    int perHostMax();

    /** Events are kept so long. */
    @WithDefault("30d")
    @NotNull
    @DurationMin(minutes = 1)
    Duration keep();
}
