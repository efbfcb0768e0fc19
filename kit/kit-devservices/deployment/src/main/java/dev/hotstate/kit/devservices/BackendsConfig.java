package dev.hotstate.kit.devservices;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.util.Optional;

@ConfigMapping(prefix = "hotstate.devservices")
@ConfigRoot(phase = ConfigPhase.BUILD_TIME)
public interface BackendsConfig {

    /** Whether to start anything at all. */
    @WithDefault("true")
    boolean enabled();

    /** A folder for data that shall survive; without it every run starts empty. */
    Optional<Path> data();
}
