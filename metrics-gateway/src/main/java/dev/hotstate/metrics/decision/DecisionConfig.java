package dev.hotstate.metrics.decision;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMax;

@ConfigMapping(prefix = "metrics.decision")
public interface DecisionConfig {

    /** So long a refusal is repeated without asking Redis, at most; 0s: never. */
    @WithDefault("1s")
    @NotNull
    @DurationMax(seconds = 60)
    Duration denyCache();

    /** Refused callers that are remembered, and as many that are counted here while Redis is away. */
    @WithDefault("100000")
    @Min(100)
    @Max(10_000_000)
    int callersMax();

    /** Who may ask {@code /limits/guard/<token>} without a key, for proxies that can't send one; none: nobody. */
    Optional<String> guardToken();

    /** The header in which a proxy says who the user is, for {@code user} in keys of policies. */
    Optional<String> guardUserHeader();
}
