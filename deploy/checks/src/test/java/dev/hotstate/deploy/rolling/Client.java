package dev.hotstate.deploy.rolling;

import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How requests come to instances; connections are kept as long as they last. One thread each. */
abstract sealed class Client implements AutoCloseable {

    private final Map<PackagedService, Line> lines = new HashMap<>();

    /** A proxy that knows requests, such as an ingress: each goes to the next instance that is ready. */
    static final class OfRequests extends Client {

        @Override
        PackagedService choose(PackagedService next, List<PackagedService> ready, Map<PackagedService, Line> lines) {
            lines.entrySet().removeIf(entry -> {
                boolean unready = !ready.contains(entry.getKey());
                if (unready) {
                    entry.getValue().close();
                }
                return unready;
            });
            return next;
        }
    }

    /**
     * Behind kube-proxy, which knows connections: a new one goes to the next instance that is ready, and whoever keeps one stays with
     * that instance, ready or not.
     */
    static final class OfConnections extends Client {

        @Override
        PackagedService choose(PackagedService next, List<PackagedService> ready, Map<PackagedService, Line> lines) {
            return lines.keySet().stream().findFirst().orElse(next);
        }
    }

    /** @param next whose turn it is of those that are ready */
    abstract PackagedService choose(
            PackagedService next, List<PackagedService> ready, Map<PackagedService, Line> lines);

    /** @param ready who was last seen ready, at least one */
    final PackagedService instance(List<PackagedService> ready, int number) {
        lines.values().removeIf(line -> !line.isOpen());
        return choose(ready.get(number % ready.size()), ready, lines);
    }

    final Line lineTo(PackagedService instance) throws IOException {
        var line = lines.get(instance);
        if (line == null) {
            line = new Line(instance.api());
            lines.put(instance, line);
        }
        return line;
    }

    @Override
    public final void close() {
        lines.values().forEach(Line::close);
        lines.clear();
    }
}
