package dev.hotstate.driver.sweep;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "driver.sweep")
public interface SweepConfig {

    /** How often an instance looks for cells whose turn it is. */
    @WithDefault("500ms")
    @NotNull
    @DurationMin(millis = 10)
    Duration period();

    /** So long another instance leaves a cell alone that one has taken. */
    @WithDefault("5s")
    @NotNull
    @DurationMin(millis = 100)
    Duration lease();

    /** A cell is looked at this often at least, whatever it said last time. */
    @WithDefault("10s")
    @NotNull
    @DurationMin(millis = 100)
    Duration revisit();

    /** Cells that are taken from one list at a time. */
    @WithDefault("100")
    @Min(1)
    @Max(1000)
    int cells();

    /** Drivers of one cell that are taken out at a time. */
    @WithDefault("200")
    @Min(1)
    @Max(1000)
    int drivers();
}
