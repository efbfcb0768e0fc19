package dev.hotstate.monitor.delivery;

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

@ConfigMapping(prefix = "monitor.delivery")
public interface DeliveryConfig {

    /** How often the outbox is looked at. */
    @WithDefault("500ms")
    @NotNull
    @DurationMin(millis = 50)
    @DurationMax(seconds = 10)
    Duration tick();

    /** How long a receiver may take. */
    @WithDefault("15s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(minutes = 1)
    Duration timeout();

    /** How long an instance holds a delivery; after it, another takes over. More than twice the timeout. */
    @WithDefault("45s")
    @NotNull
    @DurationMin(millis = 500)
    @DurationMax(minutes = 10)
    Duration lease();

    /** Pauses after the first, second, ... failed attempt. After one more the delivery is dead. */
    @WithDefault("5s,5m,30m,2h")
    @NotEmpty
    List<Duration> pauses();

    /** The longest pause that a receiver may ask for. */
    @WithDefault("6h")
    @NotNull
    Duration retryAfterMax();

    /** Deliveries of one channel under way on one instance. */
    @WithDefault("4")
    @Min(1)
    @Max(100)
    int perChannelMax();

    /** How long deliveries stay that were sent, muted or given up, counted from the end of their incident. */
    @WithDefault("90d")
    @NotNull
    @DurationMin(days = 1)
    Duration keep();
}
