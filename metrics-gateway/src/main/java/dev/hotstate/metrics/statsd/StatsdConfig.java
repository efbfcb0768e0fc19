package dev.hotstate.metrics.statsd;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

@ConfigMapping(prefix = "metrics.statsd")
public interface StatsdConfig {

    /** Whether StatsD is listened to. It knows no keys: whoever reaches the port may tell. */
    @WithDefault("false")
    boolean enabled();

    /** Where, over UDP and TCP. */
    @WithDefault("127.0.0.1")
    @NotNull
    String host();

    /** 0 takes any two that are free. */
    @WithDefault("8125")
    @Min(0)
    @Max(65_535)
    int port();

    /** TCP connections at the same time. */
    @WithDefault("200")
    @Min(1)
    @Max(10_000)
    int connectionsMax();
}
