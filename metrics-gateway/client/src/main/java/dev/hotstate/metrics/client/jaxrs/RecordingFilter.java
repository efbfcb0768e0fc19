package dev.hotstate.metrics.client.jaxrs;

import dev.hotstate.metrics.client.AnsweredRequest;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records each request that reaches a resource, under its route. In Quarkus it is there by itself ({@code
 * hotstate.recording.url}); elsewhere register one: {@code register(new RecordingFilter(recorder::record))}.
 */
@Provider
public class RecordingFilter implements ContainerRequestFilter, ContainerResponseFilter {

    private static final String BEGUN = RecordingFilter.class.getName() + ".begun";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int TOO_MANY_REQUESTS = 429;

    private final Consumer<AnsweredRequest> recorder;
    private final ClientAddresses clients;
    private final RouteOf routes = new RouteOf();

    @Context
    @Nullable
    ResourceInfo resource;

    /** Tells no addresses, so requests of the machine itself count. */
    public RecordingFilter(Consumer<AnsweredRequest> recorder) {
        this(recorder, request -> null);
    }

    @Inject
    public RecordingFilter(Consumer<AnsweredRequest> recorder, ClientAddresses clients) {
        this.recorder = recorder;
        this.clients = clients;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        request.setProperty(BEGUN, System.nanoTime());
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (!(request.getProperty(BEGUN) instanceof Long begun)
                || resource == null
                || resource.getResourceMethod() == null) {
            return;
        }
        recorder.accept(new AnsweredRequest(
                request.getMethod(),
                routes.method(resource.getResourceClass(), resource.getResourceMethod()),
                null,
                response.getStatus(),
                (System.nanoTime() - begun) / NANOS_PER_MILLI,
                System.currentTimeMillis(),
                clients.of(request),
                response.getStatus() == TOO_MANY_REQUESTS));
    }
}
