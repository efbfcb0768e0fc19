package dev.hotstate.bench.monitor;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.race.CpuMeter;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.BenchService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A packaged monitor-service with its own Redis Cluster and Postgres, monitors of one target, and what its metrics say. */
final class MonitorStage implements AutoCloseable {

    private static final String MODULE = "monitor-service";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Map<String, String> UNSCHEDULED = Map.of("MONITOR_SCHEDULE_ENABLED", "false");
    private static final Map<String, String> DRY = Map.of("MONITOR_SCHEDULE_DRY_RUN", "true");
    private static final int IMPORT_PART = 2_000;
    private static final int TRIES_MAX = 60;
    private static final Duration BUSY_PAUSE = Duration.ofSeconds(1);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final BenchScope own;
    private final BenchBackends backends;
    private final BenchService service;
    private final Target target;

    private MonitorStage(BenchScope own, BenchBackends backends, BenchService service, Target target) {
        this.own = own;
        this.backends = backends;
        this.service = service;
        this.target = target;
    }

    /**
     * With so many monitors, which are there before the first is checked: who is busy with more than it can check takes no more of
     * them.
     */
    static MonitorStage startWith(BenchScope scope, Target target, int monitors, Duration interval)
            throws IOException, InterruptedException {
        var own = new BenchScope(scope.checkout(), scope.quick());
        try {
            var backends = BenchBackends.start(own);
            try (var idle = start(new BenchScope(scope.checkout(), scope.quick()), backends, target, UNSCHEDULED)) {
                idle.define(monitors, interval);
            }
            return start(own, backends, target, Map.of());
        } catch (RuntimeException | IOException | InterruptedException e) {
            own.close();
            throw e;
        }
    }

    /** One that asks no target. */
    static MonitorStage startDry(BenchScope scope, Target target) throws IOException {
        var own = new BenchScope(scope.checkout(), scope.quick());
        try {
            return start(own, BenchBackends.start(own), target, DRY);
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
    }

    private static MonitorStage start(
            BenchScope own, BenchBackends backends, Target target, Map<String, String> settings) {
        try {
            var environment = new HashMap<>(backends.admit(MODULE));
            // Access control is off and the target on loopback may be checked; all else is as in production.
            environment.put("QUARKUS_PROFILE", "local");
            environment.put("MONITOR_DEFINITION_INTERVAL_MIN", "1s");
            environment.putAll(BenchService.PATIENT);
            environment.putAll(settings);
            return new MonitorStage(own, backends, BenchService.start(own, MODULE, environment, "/about"), target);
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
    }

    /** Stops the service, and the backends that are its own; more than once does no harm. */
    @Override
    public void close() {
        own.close();
    }

    BenchService service() {
        return service;
    }

    BenchBackends backends() {
        return backends;
    }

    /** Charges all that takes part in a check, and the target apart. */
    CpuMeter meter() {
        var pids = new LinkedHashMap<String, List<Long>>();
        pids.put("service", List.of(service.pid()));
        pids.put("redis", backends.redisPids());
        pids.put("postgres", List.of(backends.postgresPid()));
        return new CpuMeter(pids);
    }

    /** Makes so many monitors, or as many as are missing. */
    void define(int monitors, Duration interval) throws IOException, InterruptedException {
        for (int to = monitors; to > 0; to -= IMPORT_PART) {
            var part = IntStream.range(Math.max(0, to - IMPORT_PART), to)
                    .mapToObj(number -> definition(number, interval))
                    .collect(Collectors.joining(",", "{\"monitors\":[", "]}"));
            apply(part);
        }
    }

    /** An import is simply repeated, as its answer advises while the service is busy. */
    private void apply(String definitions) throws IOException, InterruptedException {
        var order = request(service.port(), "/monitors/import")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(definitions))
                .build();
        var answer = http.send(order, BodyHandlers.ofString());
        for (int tries = 1; answer.statusCode() == 503 && tries < TRIES_MAX; tries++) {
            Thread.sleep(BUSY_PAUSE);
            answer = http.send(order, BodyHandlers.ofString());
        }
        if (answer.statusCode() != 200) {
            throw new IOException("Cannot define monitors: " + answer.body());
        }
    }

    private String definition(int number, Duration interval) {
        return """
                {"name":"target %d","target":{"kind":"http","url":"%s"},"interval":"%s"}""".formatted(number, target.url(number), interval);
    }

    MonitorFigures figures() throws IOException, InterruptedException {
        var answer = http.send(request(service.managementPort(), "/q/metrics").build(), BodyHandlers.ofString());
        return MonitorFigures.parse(answer.body());
    }

    private static HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PATIENCE);
    }
}
