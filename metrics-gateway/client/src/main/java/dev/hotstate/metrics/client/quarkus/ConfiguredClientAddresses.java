package dev.hotstate.metrics.client.quarkus;

import dev.hotstate.metrics.client.jaxrs.ClientAddresses;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.ws.rs.container.ContainerRequestContext;
import org.jspecify.annotations.Nullable;

/** The address that Quarkus sees: behind a proxy, what its forwarding is configured for. */
@ApplicationScoped
class ConfiguredClientAddresses implements ClientAddresses {

    private final RecordingClientConfig config;
    private final Instance<RoutingContext> current;

    ConfiguredClientAddresses(RecordingClientConfig config, Instance<RoutingContext> current) {
        this.config = config;
        this.current = current;
    }

    @Override
    public @Nullable String of(ContainerRequestContext request) {
        if (!config.clients()) {
            return null;
        }
        var address = current.get().request().remoteAddress();
        return address == null ? null : address.hostAddress();
    }
}
