package dev.hotstate.kit.http.session;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "hotstate.session")
public interface SessionConfig {

    /** How long a login of the pages lasts. */
    @WithDefault("12h")
    @NotNull
    @DurationMin(minutes = 1)
    @DurationMax(days = 7)
    Duration ttl();

    /** Signs the cookies. Without one, the service draws one and keeps it in Postgres. */
    Optional<@Size(min = 32) String> secret();

    /**
     * Marks the cookie for TLS only, also where TLS ends before this service. Browsers then keep it from plain HTTP, and nobody
     * can log in over that. Over TLS the cookie is marked in any case.
     */
    @WithDefault("true")
    boolean secureCookie();
}
