package dev.hotstate.kit.http.apikey;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "hotstate.auth")
public interface AuthConfig {

    int BOOTSTRAP_KEY_LENGTH_MIN = 32;

    /** False lets everybody do everything; accepted on a loopback address in the profiles dev, local and test only. */
    @WithDefault("true")
    boolean required();

    /** A key with the scope admin, to create the others with. A secret: give it by environment or a mounted file. */
    Optional<@Size(min = BOOTSTRAP_KEY_LENGTH_MIN, max = 256) String> bootstrapKey();

    /** False once there are other keys with the scope admin; before that, a service without this key is locked. */
    @WithDefault("true")
    boolean bootstrapKeyRequired();

    /** Scopes of this service besides read, write and admin; {@code driver:*} takes a parameter. */
    Optional<List<String>> extraScopes();

    /** How long another instance may still accept a revoked key or a session that was logged out. */
    @WithDefault("5s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(seconds = 5)
    Duration cacheTtl();

    /** How long keys and sessions that were seen before go on working while Postgres is down. */
    @WithDefault("15m")
    @NotNull
    Duration outageGrace();

    /** Keys held in memory, as many unknown ids, and as many sessions. */
    @WithDefault("10000")
    @Min(100)
    @Max(1_000_000)
    int cachedKeysMax();

    /** How long the old key stays valid after a rotation that does not say. */
    @WithDefault("24h")
    @NotNull
    Duration rotationGrace();

    /** How often the time of last use is written, for all keys together. */
    @WithDefault("60s")
    @NotNull
    @DurationMin(seconds = 1)
    Duration lastUsedInterval();

    /** Wrong keys that one address may try at once; it regains one try each {@link #failurePause}. */
    @WithDefault("20")
    @Min(1)
    int failuresMax();

    /** After each pause an address that tried wrong keys has one more try. */
    @WithDefault("6s")
    @NotNull
    Duration failurePause();
}
