package dev.hotstate.dag.verify;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "dag.verify")
public interface VerifyConfig {

    /** How often jobs that stand still are compared and put right, 500 jobs each time. */
    @WithDefault("30s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(hours = 1)
    Duration period();
}
