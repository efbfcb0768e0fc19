package dev.hotstate.kit.devservices;

import dev.hotstate.kit.backends.Backends;
import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.SharedBackends;
import io.quarkus.deployment.builditem.Startable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The backends of this run, entered as one application. */
final class SharedBackendsService implements Startable {

    private final ApplicationRights rights;
    private final BackendsConfig config;
    private @Nullable Backends backends;
    private Map<String, String> configuration = Map.of();

    SharedBackendsService(ApplicationRights rights, BackendsConfig config) {
        this.rights = rights;
        this.config = config;
    }

    @Override
    public void start() {
        var running = running();
        ServiceAccess access = rights.enter(running);
        backends = running;
        configuration = access.configuration();
    }

    private Backends running() {
        return ContainerBackends.areWanted()
                ? SharedBackends.ofThisJvm(ContainerBackends::start)
                : config.data().map(SharedBackends::keptIn).orElseGet(SharedBackends::ofThisRun);
    }

    String value(String key) {
        return configuration.get(key);
    }

    @Override
    public String getConnectionInfo() {
        return String.valueOf(backends);
    }

    @Override
    public @Nullable String getContainerId() {
        return null;
    }

    /** Others may still use the backends: they end with their owner. */
    @Override
    public void close() {}
}
