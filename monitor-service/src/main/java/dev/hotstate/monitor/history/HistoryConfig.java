package dev.hotstate.monitor.history;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;

@ConfigMapping(prefix = "monitor.history")
public interface HistoryConfig {

    /** How often the counts of each monitor go to Postgres: what a lost Redis may cost at most. */
    @WithDefault("5m")
    @NotNull
    Duration flushInterval();

    /** Monitors per read and write of a flush. */
    @WithDefault("500")
    @Min(1)
    @Max(5_000)
    int flushBatch();

    /** How long minutes stay, which monitors with an interval of 15 seconds or less have, and where the time of checks went. */
    @WithDefault("2d")
    @NotNull
    Duration keepMinutes();

    /** How long hours with their 5-minute slots stay. Days are made from them, so two days at least. */
    @WithDefault("14d")
    @NotNull
    Duration keepHours();

    /** How long days stay. */
    @WithDefault("400d")
    @NotNull
    Duration keepDays();
}
