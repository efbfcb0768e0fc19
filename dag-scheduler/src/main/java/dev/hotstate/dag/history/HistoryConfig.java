package dev.hotstate.dag.history;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "dag.history")
public interface HistoryConfig {

    /** How long a finished job is kept in Postgres, with its tasks and events; at least as long as Redis shows it. */
    @WithDefault("90d")
    @NotNull
    @DurationMin(days = 1)
    Duration retention();

    /** How long lines that workers wrote are kept. */
    @WithDefault("30d")
    @NotNull
    @DurationMin(hours = 1)
    Duration logRetention();
}
