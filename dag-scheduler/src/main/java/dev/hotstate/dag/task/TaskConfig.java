package dev.hotstate.dag.task;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "dag.task")
public interface TaskConfig {

    /** How often the owner of a partition looks for retries, ended leases and unfinished steps that are due. */
    @WithDefault("200ms")
    @NotNull
    @DurationMin(millis = 20)
    @DurationMax(seconds = 10)
    Duration duePeriod();

    /** How often at least it looks at a partition where nothing has been due for a while. */
    @WithDefault("1s")
    @NotNull
    @DurationMin(millis = 200)
    @DurationMax(seconds = 10)
    Duration quietMax();

    /** How often it looks for running tasks that have no lease; 200 of them each time. */
    @WithDefault("5s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(minutes = 5)
    Duration orphanPeriod();
}
