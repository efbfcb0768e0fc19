package dev.hotstate.kit.redis.connection;

import io.quarkus.redis.runtime.client.config.RedisClientConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Finds the ACL user where it is configured; the file of a mounted secret is read anew each time. */
final class ConfiguredCredentials implements Credentials.Source {

    private final RedisClientConfig redis;
    private final RouterConfig own;
    private final Supplier<Set<URI>> hosts;

    ConfiguredCredentials(RedisClientConfig redis, RouterConfig own, Supplier<Set<URI>> hosts) {
        this.redis = redis;
        this.own = own;
        this.hosts = hosts;
    }

    @Override
    public Credentials current() {
        Credentials inUrl = hosts.get().stream()
                .map(URI::getUserInfo)
                .filter(info -> info != null)
                .findFirst()
                .map(ConfiguredCredentials::split)
                .orElse(Credentials.NONE);
        String password = own.passwordFile()
                .map(file -> {
                    try {
                        return Files.readString(file).strip();
                    } catch (IOException e) {
                        throw new UncheckedIOException("hotstate.redis.password-file cannot be read", e);
                    }
                })
                .or(own::password)
                .or(() -> Optional.ofNullable(inUrl.password()))
                .or(redis::password)
                .orElse(null);
        return new Credentials(own.username().orElse(inUrl.username()), password);
    }

    private static Credentials split(String userInfo) {
        int colon = userInfo.indexOf(':');
        if (colon < 0) {
            return new Credentials(userInfo, null);
        }
        return new Credentials(colon == 0 ? null : userInfo.substring(0, colon), userInfo.substring(colon + 1));
    }
}
