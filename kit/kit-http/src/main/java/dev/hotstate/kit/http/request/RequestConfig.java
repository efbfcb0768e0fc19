package dev.hotstate.kit.http.request;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "hotstate.http.request")
public interface RequestConfig {

    /** Largest body; {@code quarkus.http.limits.max-body-size} stays the limit of the paths below. */
    @WithDefault("1M")
    @NotNull
    MemorySize bodyMax();

    /** Paths of batch endpoints that may use {@code quarkus.http.limits.max-body-size}; a final * matches any rest. */
    Optional<List<String>> largeBodyPaths();

    /** A body that is not whole by then gets 408. */
    @WithDefault("10s")
    @NotNull
    @DurationMin(millis = 100)
    Duration bodyDeadline();

    /** A request that has no answer so long after it arrived gets 503. Streams that have begun are not concerned. */
    @WithDefault("30s")
    @NotNull
    Duration deadline();
}
