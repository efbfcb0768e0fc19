package dev.hotstate.driver.registry;

import dev.hotstate.kit.redis.cache.CacheConfig;
import dev.hotstate.kit.redis.start.StartCheck;
import dev.hotstate.kit.redis.start.StartProblem;
import jakarta.inject.Singleton;
import java.util.List;

/** Without a key profiles can't be cached, and the first who reads one would be told. */
@Singleton
final class ProfileKeyCheck implements StartCheck {

    private final CacheConfig config;

    ProfileKeyCheck(CacheConfig config) {
        this.config = config;
    }

    @Override
    public List<StartProblem> problems() {
        return config.encryption().current().isPresent()
                ? List.of()
                : List.of(new StartProblem(
                        "hotstate.cache.encryption.current",
                        "is missing, so profiles of drivers could not be sealed in the cache",
                        "Name a key, and give it as hotstate.cache.encryption.keys.<name>: 32 random bytes in Base64"));
    }
}
