package dev.hotstate.metrics.otlp;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "metrics.otlp")
public interface OtlpConfig {

    /**
     * Cumulative sums and histograms whose last points are kept, by instance and attributes: 400 to 500 bytes of Redis each. Points
     * of further ones are refused.
     */
    @WithDefault("50000")
    @Min(100)
    @Max(1_000_000)
    int streamsMax();

    /** A stream that was silent for so long makes room, and begins anew when it comes again; 1h to 30d. */
    @WithDefault("24h")
    @NotNull
    @DurationMin(hours = 1)
    @DurationMax(days = 30)
    Duration pointLifetime();
}
