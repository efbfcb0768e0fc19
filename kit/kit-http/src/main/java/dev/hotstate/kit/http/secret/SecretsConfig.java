package dev.hotstate.kit.http.secret;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Map;
import java.util.Optional;

@ConfigMapping(prefix = "hotstate.secrets")
public interface SecretsConfig {

    /** Set by services that keep secrets: outside development they do not start without a key. */
    @WithDefault("false")
    boolean required();

    /** The name of the key that seals. */
    Optional<String> current();

    /** Keys by name: 32 bytes in Base64, or {@code file:} and the path of a file that holds them. Older ones open only. */
    Map<String, String> keys();
}
