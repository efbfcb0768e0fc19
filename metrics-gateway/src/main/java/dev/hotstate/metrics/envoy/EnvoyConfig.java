package dev.hotstate.metrics.envoy;

import dev.hotstate.metrics.limit.Algorithm;
import dev.hotstate.metrics.policy.FailMode;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;

@ConfigMapping(prefix = "metrics.envoy")
public interface EnvoyConfig {

    /** Where Envoy's rate limit service is served by gRPC; none: nowhere. */
    Optional<@Min(0) @Max(65_535) Integer> port();

    /** The address that it listens on. */
    @WithDefault("127.0.0.1")
    @NotNull
    String host();

    /** What Envoy sends as {@code authorization: Bearer <token>}; must be set where others than this machine can ask. */
    Optional<String> token();

    /** How limits of imported configurations are kept. */
    @WithDefault("sub-window-ring")
    @NotNull
    Algorithm algorithm();

    /** What is answered to Envoy while Redis can't decide. */
    @WithDefault("open")
    @NotNull
    FailMode failMode();
}
