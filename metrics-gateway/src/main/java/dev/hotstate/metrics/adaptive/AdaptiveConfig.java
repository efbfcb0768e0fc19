package dev.hotstate.metrics.adaptive;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "metrics.adaptive")
public interface AdaptiveConfig {

    /** How often an instance looks at the endpoints that policies adapt to. */
    @WithDefault("5s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(minutes = 1)
    Duration look();

    /** How far back it looks, in looks. */
    @WithDefault("3")
    @Min(1)
    @Max(60)
    int looks();

    /** Of fewer requests in that time nothing is concluded. */
    @WithDefault("20")
    @Min(1)
    @Max(1_000_000)
    int requestsMin();

    /** So long a policy stays tightened, counted from the last look at which its endpoint was not well again. */
    @WithDefault("30s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(hours = 1)
    Duration hold();
}
