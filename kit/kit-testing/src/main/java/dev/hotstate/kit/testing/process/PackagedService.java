package dev.hotstate.kit.testing.process;

import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.service.Readiness;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.contract.ServiceClient;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One instance of a service as {@code package} made it: an operating system process that a test may kill, freeze, stop and
 * start again, and that dies with the JVM of the test, however that ends.
 *
 * <pre>{@code
 * var servicePackage = ServicePackage.ofModule(Path.of(""));
 * var access = servicePackage.admitTo(backends.access(), "local");
 * try (var one = PackagedService.start("one", folder, servicePackage, access, Map.of());
 *         var other = PackagedService.start("other", folder, servicePackage, access, Map.of())) {
 *     one.awaitReady();
 *     other.awaitReady();
 *     one.kill();
 * }
 * }</pre>
 */
public final class PackagedService implements AutoCloseable {

    /** Of every instance that a test starts, with every right. */
    public static final String ADMIN_KEY = "packaged-service-bootstrap-key-0123456789";

    private final ChildCommand command;
    private final int managementPort;
    private final URI api;
    private ChildProcess process;

    private PackagedService(ChildCommand command, int httpPort, int managementPort) {
        this.command = command;
        this.managementPort = managementPort;
        this.api = URI.create("http://127.0.0.1:" + httpPort);
        this.process = ChildProcess.start(command);
    }

    /**
     * Returns at once, so that several can start at the same moment.
     *
     * @param name of its log file, too
     * @param folder where it works and logs; all instances of a test may share one
     * @param environment on top of what {@code up} gives a service, as variables ({@code HOTSTATE_OWNERSHIP_LEASE})
     */
    public static PackagedService start(
            String name,
            Path folder,
            ServicePackage servicePackage,
            ServiceAccess access,
            Map<String, String> environment) {
        int httpPort = FreePorts.one();
        int managementPort = FreePorts.one();
        Map<String, String> variables = new TreeMap<>(access.environment());
        variables.put("QUARKUS_PROFILE", "local");
        variables.put("QUARKUS_HTTP_HOST", "127.0.0.1");
        variables.put("QUARKUS_MANAGEMENT_HOST", "127.0.0.1");
        variables.put("QUARKUS_HTTP_PORT", Integer.toString(httpPort));
        variables.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
        variables.put("HOTSTATE_AUTH_REQUIRED", "true");
        variables.put("HOTSTATE_AUTH_BOOTSTRAP_KEY", ADMIN_KEY);
        variables.putAll(environment);
        var command =
                ChildCommand.of(name, folder, servicePackage.command(List.of())).environment(variables);
        return new PackagedService(command, httpPort, managementPort);
    }

    /** Returns when it says that it can work. */
    public void awaitReady() {
        Patience.await(toString(), Readiness.START_PATIENCE, () -> {
            if (!process.isAlive()) {
                throw process.unexpectedEnd();
            }
            return Readiness.of(api.getPort(), managementPort) ? Optional.empty() : Optional.of("see " + process.log());
        });
    }

    public URI api() {
        return api;
    }

    /** Health and metrics. */
    public ServiceClient management() {
        return ServiceClient.anonymous(URI.create("http://127.0.0.1:" + managementPort));
    }

    public ServiceClient anybody() {
        return ServiceClient.anonymous(api);
    }

    public ServiceClient admin() {
        return anybody().with(ADMIN_KEY);
    }

    /**
     * The sum of the samples of a metric of this process; 0 while there is none.
     *
     * @param labels parts of a sample that it must have, as {@code outcome="stale"}
     */
    public double metric(String name, String... labels) {
        return management()
                .get("/q/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> Arrays.stream(labels).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Kill -9: it hands nothing back. */
    public void kill() {
        process.kill();
    }

    /** Freezes it: it keeps its connections and its leases, and does nothing. */
    public void pause() {
        process.pause();
    }

    public void resume() {
        process.resume();
    }

    /** Asks it to end, waits for that, and kills it only if that takes too long. */
    public void stop() {
        process.stop();
    }

    /** The same, where it is given more time to end than usual. */
    public void stop(Duration patience) {
        process.stop(patience);
    }

    /** Starts it again where it was, if it has ended; returns at once. */
    public void startAgain() {
        if (!process.isAlive()) {
            process = ChildProcess.start(command);
        }
    }

    /** Starts it again where it was, this once with these variables on top; it must have ended. */
    public void startAgainWith(Map<String, String> environment) {
        Map<String, String> variables = new TreeMap<>(command.environment());
        variables.putAll(environment);
        process = ChildProcess.start(command.environment(variables));
    }

    /** How it ended by itself; waits for that. */
    public int exitCode(Duration patience) {
        return process.onExit()
                .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public Path log() {
        return process.log();
    }

    @Override
    public void close() {
        stop();
    }

    @Override
    public String toString() {
        return process.toString();
    }
}
