package dev.hotstate.kit.testing.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A TCP proxy that behaves as badly as a test wants. Each upstream gets a {@link FaultRoute} with a free local port of
 * its own; a fault is set on one route or on all of them at once, and reaches established connections too.
 *
 * <p>A byte stream never gets a hole: a connection that lost bytes to a black hole is reset when the fault is lifted, as
 * a firewall that forgot it would do. So a client sees no answer, or an error, but never the answer to another request.
 */
public final class FaultProxy implements AutoCloseable {

    private final Map<InetSocketAddress, FaultRoute> routes = new LinkedHashMap<>();

    private FaultProxy() {}

    public static FaultProxy to(InetSocketAddress... upstreams) {
        return to(List.of(upstreams));
    }

    public static FaultProxy to(List<InetSocketAddress> upstreams) {
        var proxy = new FaultProxy();
        try {
            for (var upstream : upstreams) {
                proxy.routes.put(upstream, new FaultRoute(upstream));
            }
        } catch (IOException e) {
            proxy.close();
            throw new UncheckedIOException("no local port for the proxy", e);
        }
        return proxy;
    }

    /** The one route of a proxy with one upstream. */
    public FaultRoute route() {
        if (routes.size() != 1) {
            throw new IllegalStateException("name the upstream: this proxy has " + routes.keySet());
        }
        return routes.values().iterator().next();
    }

    public FaultRoute route(InetSocketAddress upstream) {
        var route = routes.get(upstream);
        if (route == null) {
            throw new IllegalArgumentException("no upstream " + upstream + " among " + routes.keySet());
        }
        return route;
    }

    public List<FaultRoute> routes() {
        return List.copyOf(routes.values());
    }

    public void pass() {
        onAll(FaultRoute::pass);
    }

    public void slow(Duration delay) {
        onAll(route -> route.slow(delay));
    }

    public void stall() {
        onAll(FaultRoute::stall);
    }

    public void blackhole() {
        onAll(FaultRoute::blackhole);
    }

    public void reset() {
        onAll(FaultRoute::reset);
    }

    @Override
    public void close() {
        onAll(FaultRoute::close);
    }

    private void onAll(Consumer<FaultRoute> change) {
        routes.values().forEach(change);
    }
}
