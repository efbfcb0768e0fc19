package dev.hotstate.metrics.client.jaxrs;

import jakarta.ws.rs.container.ContainerRequestContext;
import org.jspecify.annotations.Nullable;

/** Says where a request came from: JAX-RS itself does not know. */
@FunctionalInterface
public interface ClientAddresses {

    /** Null where nobody knows; such a request counts. */
    @Nullable
    String of(ContainerRequestContext request);
}
