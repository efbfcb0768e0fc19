package dev.hotstate.driver.registry;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "driver.registry")
public interface RegistryConfig {

    /** Ids that an instance keeps in memory, about 200 bytes each; those of drivers beyond are asked for. */
    @WithDefault("1000000")
    @Min(1000)
    @Max(10_000_000)
    int idsMax();

    /** How long Redis keeps a profile. */
    @WithDefault("10m")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(days = 1)
    Duration profileTtl();
}
