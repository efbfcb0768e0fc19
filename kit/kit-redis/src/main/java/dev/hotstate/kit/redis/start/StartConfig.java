package dev.hotstate.kit.redis.start;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Ways to insist on what the start would refuse. Each is a decision that somebody should have to write down. */
@ConfigMapping(prefix = "hotstate.start")
public interface StartConfig {

    /** Unencrypted connections to Redis and Postgres, for example inside a service mesh that encrypts by itself. */
    @WithDefault("false")
    boolean allowPlaintext();

    /** TLS without a check that the certificate belongs to the host, or with any certificate at all. */
    @WithDefault("false")
    boolean allowUnverifiedHosts();

    /** No ACL user of its own in Redis. */
    @WithDefault("false")
    boolean allowDefaultUser();

    /** No ACL user that looks at the Redis nodes: their figures stay unknown. */
    @WithDefault("false")
    boolean allowNoVitalsUser();
}
