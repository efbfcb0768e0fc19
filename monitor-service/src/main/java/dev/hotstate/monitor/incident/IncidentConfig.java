package dev.hotstate.monitor.incident;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "monitor.incident")
public interface IncidentConfig {

    /**
     * How often those who were told of an incident that nobody acknowledged are told again; without it, never. A monitor may
     * say otherwise ({@code remindEvery}).
     */
    Optional<Duration> reminderInterval();

    /** How often we look for alerts that maintenance has held back, and for reminders. */
    @WithDefault("5s")
    @NotNull
    Duration followUpInterval();

    /** How many of those are read at a time. */
    @WithDefault("200")
    @Min(1)
    @Max(10_000)
    int followUpPage();

    /** How long incidents stay with their timelines, counted from their end. Status pages show 14 days. */
    @WithDefault("400d")
    @NotNull
    @DurationMin(days = 1)
    Duration keep();
}
