package dev.hotstate.dag.recovery;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "dag.recovery")
public interface RecoveryConfig {

    /** How often owned partitions are looked at for a lost epoch; news of lost leases and new masters do not wait for it. */
    @WithDefault("5s")
    @NotNull
    @DurationMin(millis = 100)
    Duration lookPeriod();

    /** A job that was stored and is not in Redis after this time was left over by a crash and is submitted. */
    @WithDefault("5s")
    @NotNull
    @DurationMin(millis = 100)
    Duration submitAfter();

    /** An order that was not stored as a whole after this time is deleted. */
    @WithDefault("1h")
    @NotNull
    @DurationMin(minutes = 1)
    Duration abandonAfter();
}
