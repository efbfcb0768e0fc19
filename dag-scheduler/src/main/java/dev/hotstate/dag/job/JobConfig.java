package dev.hotstate.dag.job;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "dag.job")
public interface JobConfig {

    /** How long Redis keeps a job that has ended; afterwards Postgres answers alone. */
    @WithDefault("86400s")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(days = 30)
    Duration keptAfterEnd();
}
