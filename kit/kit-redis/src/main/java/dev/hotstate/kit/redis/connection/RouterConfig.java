package dev.hotstate.kit.redis.connection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the router adds to {@code quarkus.redis.*}. Hosts, TCP and TLS settings stay there.
 *
 * <p>The ACL user comes from {@code username} with {@code password-file} or {@code password}, else from the URL of
 * {@code quarkus.redis.hosts}. A password file is read again for each new connection.
 */
@ConfigMapping(prefix = "hotstate.redis")
public interface RouterConfig {

    /** The ACL user of the service; without one, that of the hosts. */
    Optional<String> username();

    /** Its password; without one, that of the hosts, or {@code quarkus.redis.password}. */
    Optional<String> password();

    /** A file that holds the password, read again for each new connection; it wins. */
    Optional<Path> passwordFile();

    /** Deadline of a command that names none. */
    @WithDefault("400ms")
    Duration deadline();

    /** Pinned connections over all masters together; blocking commands and subscriptions come on top. */
    @WithDefault("12")
    @Min(5)
    @Max(20)
    int connectionsMax();

    /** Commands one connection carries before it refuses more at once. */
    @WithDefault("1024")
    @Min(16)
    @Max(65536)
    int inFlightMax();
}
