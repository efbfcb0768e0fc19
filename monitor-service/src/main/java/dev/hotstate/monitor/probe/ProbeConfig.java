package dev.hotstate.monitor.probe;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;

@ConfigMapping(prefix = "monitor.probe")
public interface ProbeConfig {

    /** How the system's ping is called. */
    @WithDefault("ping")
    @NotBlank
    String pingCommand();

    /** Processes of ping at once; one more check waits for its turn, up to half of its timeout. */
    @WithDefault("64")
    @Min(1)
    @Max(1_000)
    int pingsMax();

    /**
     * Memory for bodies that are being read, all checks together; judging them takes some times as much for a moment. An
     * answer gets at most what is left then, so this should be twice the longest. A check that gets none is unknown.
     */
    @WithDefault("64M")
    @NotNull
    MemorySize bodiesMax();

    /** Who we say we are. */
    @WithDefault("Hotstate-Monitor/1")
    @NotBlank
    String userAgent();
}
