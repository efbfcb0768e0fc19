package dev.hotstate.dag.executor;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "dag.executor")
public interface ExecutorConfig {

    /** Whether this instance runs the tasks of the queues http, delay and noop. */
    @WithDefault("true")
    boolean enabled();

    /** How often it looks for tasks without having been woken: what a lost wake-up costs. */
    @WithDefault("10s")
    @NotNull
    @DurationMin(millis = 50)
    Duration lookPeriod();

    /** Requests at once. */
    @WithDefault("64")
    @Min(1)
    @Max(10_000)
    int httpMax();

    /** Delays at once; each is a timer and a heartbeat. */
    @WithDefault("1000")
    @Min(1)
    @Max(100_000)
    int delayMax();
}
