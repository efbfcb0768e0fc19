package dev.hotstate.driver.claim;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "driver.claim")
public interface ClaimConfig {

    /** How long a claim lasts that says nothing about it and is not confirmed. */
    @WithDefault("30s")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(hours = 1)
    Duration ttl();

    /** Longer than this no claim lasts without being confirmed. */
    @WithDefault("10m")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(hours = 24)
    Duration ttlMax();

    /** Drivers of one request. */
    @WithDefault("100")
    @Min(1)
    @Max(500)
    int countMax();

    /** So long another instance leaves a request alone that one works on. */
    @WithDefault("5s")
    @NotNull
    @DurationMin(millis = 100)
    Duration lease();

    /** How often it is looked for claims that have ended, and for what Redis was not told. */
    @WithDefault("500ms")
    @NotNull
    @DurationMin(millis = 10)
    Duration tick();

    /** Claims that are ended, or told to Redis, at a time. */
    @WithDefault("200")
    @Min(1)
    @Max(1000)
    int batch();

    /**
     * Whether claims go on while Redis can't be asked, with those that Postgres last heard of as available. Nobody gets a driver
     * twice by that, but who is claimed may be farther away than it seems, or gone.
     */
    @WithDefault("false")
    boolean withoutRedis();

    /** Requests, and with them assignments that have ended, are kept so long: so long a request is answered alike. */
    @WithDefault("90d")
    @NotNull
    @DurationMin(hours = 1)
    Duration keep();
}
