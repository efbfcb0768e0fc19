package dev.hotstate.kit.redis.ownership;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

@ConfigMapping(prefix = "hotstate.ownership")
public interface OwnershipConfig {

    /**
     * After this long without a sign of life the partitions of a process go to others. Short means a quick takeover
     * after a crash; long bears longer pauses of a process and of Redis;
     * 1s to 10m.
     */
    @WithDefault("10s")
    Duration lease();
}
