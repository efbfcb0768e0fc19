package dev.hotstate.monitor.recovery;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;

@ConfigMapping(prefix = "monitor.recovery")
public interface RecoveryConfig {

    /** How often each partition is compared with Postgres; drift lives at most twice as long. */
    @WithDefault("30s")
    @NotNull
    Duration compareEvery();

    /** How often the owner looks for partitions to build or to compare. */
    @WithDefault("500ms")
    @NotNull
    Duration tick();

    /** Partitions that one instance builds at the same time. */
    @WithDefault("4")
    @Min(1)
    @Max(64)
    int buildsMax();

    /** Partitions that one instance compares at the same time. */
    @WithDefault("2")
    @Min(1)
    @Max(64)
    int comparisonsMax();

    /** Rows read by one query. */
    @WithDefault("500")
    @Min(10)
    @Max(5_000)
    int page();
}
