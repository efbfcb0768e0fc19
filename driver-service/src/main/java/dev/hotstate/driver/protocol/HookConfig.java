package dev.hotstate.driver.protocol;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "driver.hook")
public interface HookConfig {

    /** With which senders sign ({@code whsec_...}); two while they are rotated. Without any, nobody can send. */
    Optional<List<String>> secrets();

    /** A message that is older, or ahead by more, may be a repetition by somebody else. */
    @WithDefault("5m")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(hours = 1)
    Duration tolerance();
}
