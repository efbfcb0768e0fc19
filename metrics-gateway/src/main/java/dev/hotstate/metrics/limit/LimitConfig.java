package dev.hotstate.metrics.limit;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "metrics.limit")
public interface LimitConfig {

    /** Without an answer of Redis by then, the fail mode of the policy decides. */
    @WithDefault("40ms")
    @NotNull
    @DurationMin(millis = 5)
    Duration deadline();

    /** Connections for decisions over all masters together, beside those of {@code hotstate.redis.connections-max}, of which this service has 6. */
    @WithDefault("12")
    @Min(3)
    @Max(20)
    int connectionsMax();
}
