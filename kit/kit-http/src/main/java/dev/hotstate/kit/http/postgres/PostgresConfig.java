package dev.hotstate.kit.http.postgres;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "hotstate.postgres")
public interface PostgresConfig {

    /** How long a caller waits for one query or transaction, the wait for a connection included. */
    @WithDefault("2s")
    @NotNull
    Duration deadline();

    /** A connection that is not open after so long, TLS and authentication included, is given up. */
    @WithDefault("5s")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(minutes = 10)
    Duration connectMax();

    /** After so long a connection on which something is still under way counts as dead, and is closed. */
    @WithDefault("10s")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(minutes = 10)
    Duration hangMax();

    /** Queries and transactions under way or waiting for a connection; one more is refused at once. */
    @WithDefault("1000")
    @Min(1)
    @Max(100_000)
    int inFlightMax();
}
