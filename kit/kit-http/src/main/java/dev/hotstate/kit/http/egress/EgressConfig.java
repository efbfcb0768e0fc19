package dev.hotstate.kit.http.egress;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "hotstate.egress")
public interface EgressConfig {

    /** Ranges that may be reached although they are private: {@code 10.20.0.0/16}. Never opens a metadata service. */
    Optional<List<Cidr>> allow();

    /** Ranges that are never reached, such as those of pods and services. */
    Optional<List<Cidr>> deny();

    /** Whether loopback, private and own addresses may be reached; true in dev, test and local. */
    @WithDefault("false")
    boolean allowNearby();

    /** Name servers as {@code address:port}; those of this machine if absent. */
    Optional<List<String>> nameServers();

    /** How long a name may take to resolve. */
    @WithDefault("5s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(seconds = 30)
    Duration resolveDeadline();

    /** Which TLS configuration decides whom to trust; the certificates of the JDK if absent. */
    Optional<String> tlsConfigurationName();
}
