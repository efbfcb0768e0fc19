package dev.hotstate.kit.http.limit;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Optional;

@ConfigMapping(prefix = "hotstate.http.limit")
public interface LimitConfig {

    /** Whether the API of the service is limited at all. */
    @WithDefault("true")
    boolean enabled();

    /** What each caller may do per second in the long run, on each instance. */
    @WithDefault("200")
    @Min(1)
    int requestsPerSecond();

    /** What a caller may do at once after a pause. */
    @WithDefault("400")
    @Min(1)
    int burst();

    /** Callers that are remembered; the least active are forgotten first. */
    @WithDefault("10000")
    @Min(100)
    @Max(1_000_000)
    int callersMax();

    /** Paths without a limit; a final * matches any rest. */
    Optional<List<String>> exemptPaths();
}
