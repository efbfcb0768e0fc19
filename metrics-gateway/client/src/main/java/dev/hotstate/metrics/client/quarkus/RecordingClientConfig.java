package dev.hotstate.metrics.client.quarkus;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.util.Optional;

@ConfigMapping(prefix = "hotstate.recording")
public interface RecordingClientConfig {

    /** Where metrics-gateway is; without it nothing is recorded. */
    Optional<URI> url();

    /** An API key of the gateway with the scope record, where it asks for one. */
    Optional<String> key();

    /** Under which name this instance records; in a cluster that of the pod. */
    @WithDefault("${quarkus.application.name:service}-${quarkus.http.port:8080}")
    String instance();

    /** Whether the gateway learns the address of each client, to leave out requests of the machine itself; it keeps none. */
    @WithDefault("true")
    boolean clients();
}
