package dev.hotstate.images;

import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.service.Readiness;
import dev.hotstate.kit.backends.service.ServicePackage;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Starts a service on a Redis Cluster and a Postgres of its own, has it answer real requests, and keeps what the JVM learnt: which classes
 * it loaded and linked, and which methods ran. A later start takes that from the file instead of finding it out again.
 */
final class Rehearsal implements AutoCloseable {

    private static final String KEY = "rehearsal-bootstrap-key-0123456789-0123456789";
    private static final Duration STOP_PATIENCE = Duration.ofMinutes(5);

    private final Path folder;
    private final LocalBackends backends;

    Rehearsal(Path folder) {
        this.folder = folder;
        Workshop.delete(folder);
        this.backends =
                LocalBackends.start(LocalBackendsSpec.in(folder.resolve("data")).durable(false));
    }

    /** Leaves the cache beside the jar of the application. */
    void record(JavaRuntime java, Service service, Path application) {
        perform(service, application, Launch.recording(java.program().toString(), application.toString()));
        if (!Files.exists(application.resolve(Launch.CACHE))) {
            throw new ImageFailure(
                    "The JVM has not written " + Launch.CACHE + ", see " + folder.resolve(service.module() + ".log"));
        }
    }

    /**
     * Starts it, plays its scenario, and waits until it has ended.
     *
     * @param application as packaged; what it declares about Redis is read there
     */
    void perform(Service service, Path application, List<String> command) {
        int port = FreePorts.one();
        int managementPort = FreePorts.one();
        var environment = new HashMap<>(new ServicePackage(application)
                .admitTo(backends.access(), "local")
                .environment());
        environment.put("QUARKUS_PROFILE", "local");
        environment.put("QUARKUS_HTTP_PORT", Integer.toString(port));
        environment.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
        environment.put("HOTSTATE_AUTH_REQUIRED", "true");
        environment.put("HOTSTATE_AUTH_BOOTSTRAP_KEY", KEY);
        var management = URI.create("http://127.0.0.1:" + managementPort);
        try (var process = ChildProcess.start(
                ChildCommand.of(service.module(), folder, command).environment(environment))) {
            Patience.await(service.module(), Readiness.START_PATIENCE, () -> {
                if (!process.isAlive()) {
                    throw process.unexpectedEnd();
                }
                return Readiness.of(port, managementPort) ? Optional.empty() : Optional.of("see " + process.log());
            });
            new Scenario(
                            service,
                            URI.create("http://127.0.0.1:" + port),
                            management,
                            KEY,
                            management.resolve("/q/health/live"))
                    .play();
            process.requestStop();
            awaitEnd(process);
        }
    }

    /** The JVM writes the cache when it ends, which takes longer than anything else that ends. */
    private static void awaitEnd(ChildProcess process) {
        try {
            process.onExit().get(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new ImageFailure(process + " does not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImageFailure("Interrupted", e);
        }
    }

    @Override
    public void close() {
        backends.close();
    }
}
