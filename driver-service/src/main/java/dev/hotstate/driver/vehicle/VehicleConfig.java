package dev.hotstate.driver.vehicle;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.ZoneId;

@ConfigMapping(prefix = "driver.vehicle")
public interface VehicleConfig {

    /** Names this system among others, for ever. */
    @WithDefault("hotstate")
    @NotBlank
    String systemId();

    /** As people see it. */
    @WithDefault("Hotstate drivers")
    @NotBlank
    String name();

    /** Who answers questions about the feeds. */
    @WithDefault("drivers@example.com")
    @Email
    String contact();

    /** As the tz database calls it; GBFS does not know it as "UTC". */
    @WithDefault("Etc/UTC")
    @NotNull
    ZoneId timezone();

    /** Vehicles of one feed: those heard of last. */
    @WithDefault("20000")
    @Min(1)
    @Max(1_000_000)
    int max();
}
