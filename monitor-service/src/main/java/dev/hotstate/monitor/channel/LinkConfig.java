package dev.hotstate.monitor.channel;

import io.smallrye.config.ConfigMapping;
import java.net.URI;
import java.util.Optional;

@ConfigMapping(prefix = "monitor.alert")
public interface LinkConfig {

    /** Where people reach the pages of this service, such as {@code https://monitor.example.org}: alerts link there. Without it they carry no links. */
    Optional<URI> publicUrl();
}
