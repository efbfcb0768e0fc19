package dev.hotstate.monitor.definition;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;

@ConfigMapping(prefix = "monitor.definition")
public interface DefinitionConfig {

    /** Monitors may not be checked more often. */
    @WithDefault("5s")
    @NotNull
    Duration intervalMin();

    /** How often an instance asks Postgres for what others have changed. */
    @WithDefault("2s")
    @NotNull
    Duration refresh();

    /** Monitors of one import. */
    @WithDefault("20000")
    @Min(1)
    @Max(200_000)
    int importMax();
}
