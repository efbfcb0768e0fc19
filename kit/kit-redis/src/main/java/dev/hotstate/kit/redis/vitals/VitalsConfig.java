package dev.hotstate.kit.redis.vitals;

import io.smallrye.config.ConfigMapping;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The ACL user that looks at the nodes. Without one the figures of Redis stay unknown and the service says so: the user
 * of a service asks a node only which process it is.
 */
@ConfigMapping(prefix = "hotstate.redis.vitals")
public interface VitalsConfig {

    /** The ACL user that reads the figures of every node, and no key. */
    Optional<String> username();

    /** Its password. */
    Optional<String> password();

    /** Read again for each new connection, so that a rotated password is picked up. */
    Optional<Path> passwordFile();
}
