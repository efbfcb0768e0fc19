package dev.hotstate.metrics.policy;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "metrics.policy")
public interface PolicyConfig {

    /** How often an instance asks Postgres whether a policy has changed; 100ms to 2s. */
    @WithDefault("1s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(seconds = 2)
    Duration refresh();
}
