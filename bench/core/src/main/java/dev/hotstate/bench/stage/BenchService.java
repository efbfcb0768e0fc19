package dev.hotstate.bench.stage;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A packaged service in a process of its own, with the flags that it runs with in production. */
public final class BenchService {

    /** Settings of a service: others who use the machine make it slow, and costs are measured here, not patience. */
    public static final Map<String, String> PATIENT = Map.of(
            "HOTSTATE_REDIS_DEADLINE", "2s",
            "HOTSTATE_POSTGRES_DEADLINE", "20s");

    /** As in deploy/images. */
    private static final String COLLECTOR = "-XX:+UseSerialGC";

    /** It does not grow during a run, so no contestant pays for that. */
    private static final String HEAP = "512m";

    private static final Duration START_PATIENCE = Duration.ofMinutes(3);
    private static final Duration PROBE_PATIENCE = Duration.ofSeconds(5);

    private final ChildProcess process;
    private final Path jar;
    private final int port;
    private final int managementPort;

    private BenchService(ChildProcess process, Path jar, int port, int managementPort) {
        this.process = process;
        this.jar = jar;
        this.port = port;
        this.managementPort = managementPort;
    }

    /**
     * Returns when the service answers 200.
     *
     * @param module folder of the module below the checkout
     * @param readyPath what to ask
     */
    public static BenchService start(
            BenchScope scope, String module, Map<String, String> environment, String readyPath) {
        return start(scope, module, environment, readyPath, HEAP);
    }

    /** @param heap as Java takes it, such as {@code 512m}: what is kept in memory may need more than usual */
    public static BenchService start(
            BenchScope scope, String module, Map<String, String> environment, String readyPath, String heap) {
        var jar = scope.application(module);
        int port = FreePorts.one();
        int managementPort = FreePorts.one();
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(COLLECTOR, "-Xms" + heap, "-Xmx" + heap));
        command.addAll(List.of("-jar", jar.toString()));
        var variables = new HashMap<>(environment);
        variables.put("QUARKUS_HTTP_PORT", Integer.toString(port));
        variables.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
        var name = module.replace('/', '-');
        var process = ChildProcess.start(
                ChildCommand.of(name, scope.folder(), command).environment(variables));
        // What it knows goes with it: nobody waits for its farewell.
        scope.own((AutoCloseable) process::kill);
        var service = new BenchService(process, jar, port, managementPort);
        service.awaitReady(readyPath);
        return service;
    }

    public int port() {
        return port;
    }

    /** Where a service that has one serves its metrics. */
    public int managementPort() {
        return managementPort;
    }

    public long pid() {
        return process.pid();
    }

    /** Holds the process back while others take their turn: what works by itself would take their CPU. */
    public void pause() {
        process.pause();
    }

    public void resume() {
        process.resume();
    }

    /** The version of a library that is packaged with the service, such as {@code io.vertx.vertx-core}. */
    public String versionOf(String library) {
        try (Stream<Path> jars = Files.list(jar.resolveSibling("lib/main"))) {
            return jars.map(file -> file.getFileName().toString())
                    .filter(file -> file.matches(library.replace(".", "\\.") + "-\\d.*\\.jar"))
                    .map(file -> file.substring(library.length() + 1, file.length() - ".jar".length()))
                    .findFirst()
                    .orElse("absent");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private void awaitReady(String path) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PROBE_PATIENCE)
                .build();
        try (var http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            Patience.await(process.name(), START_PATIENCE, () -> {
                if (!process.isAlive()) {
                    throw process.unexpectedEnd();
                }
                return objection(http, request);
            });
        }
    }

    private static Optional<String> objection(HttpClient http, HttpRequest request) {
        try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            return status == 200 ? Optional.empty() : Optional.of("HTTP " + status);
        } catch (IOException notYet) {
            return Optional.of(notYet.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }
}
