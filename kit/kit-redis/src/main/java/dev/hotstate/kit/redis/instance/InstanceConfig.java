package dev.hotstate.kit.redis.instance;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

@ConfigMapping(prefix = "hotstate.instances")
public interface InstanceConfig {

    /** The name of this process, for example a pod name; without one, host name and random digits. */
    Optional<String> id();

    /** After this long without a sign of life a process counts as gone; it renews itself three times as often; 1s to 10m. */
    @WithDefault("30s")
    Duration lifetime();
}
