package dev.hotstate.bench.metrics;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.load.LoadProcess;
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

/** A packaged metrics-gateway and the bare endpoint, with one Redis Cluster and one Postgres. */
final class MetricsStage {

    static final String MODULE = "metrics-gateway";
    static final String APP = "bench/app";

    /** Never used up: what is measured is the work, not the refusals. */
    static final String PLENTY = "{\"limit\": 1000000000, \"window\": \"PT1H\", \"algorithm\": \"%s\"}";

    private static final String REDIS = "QUARKUS_REDIS_HOSTS";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final BenchBackends backends;
    private final BenchService gateway;
    private final BenchService bare;
    private final LoadProcess load;
    private final String redisHosts;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private MetricsStage(
            BenchBackends backends, BenchService gateway, BenchService bare, LoadProcess load, String redisHosts) {
        this.backends = backends;
        this.gateway = gateway;
        this.bare = bare;
        this.load = load;
        this.redisHosts = redisHosts;
    }

    static MetricsStage start(BenchScope scope) throws IOException {
        var backends = BenchBackends.start(scope);
        var environment = new HashMap<>(backends.admit(MODULE));
        // No access control, no limit of requests; all else is as in production.
        environment.put("QUARKUS_PROFILE", "local");
        environment.put("HOTSTATE_HTTP_LIMIT_ENABLED", "false");
        environment.putAll(BenchService.PATIENT);
        environment.put("METRICS_RECORDING_DEADLINE", "20s");
        // The races have 2,000 endpoints, as many as are counted apart by default; their memory is measured on others.
        environment.put("METRICS_RECORDING_ENDPOINTS_MAX", "3000");
        var gateway = BenchService.start(scope, MODULE, environment, "/policies");
        var bare = BenchService.start(scope, APP, backends.admit(APP), "/q/health/ready");
        return new MetricsStage(backends, gateway, bare, scope.own(LoadProcess.start()), environment.get(REDIS));
    }

    BenchBackends backends() {
        return backends;
    }

    BenchService gateway() {
        return gateway;
    }

    BenchService bare() {
        return bare;
    }

    LoadProcess load() {
        return load;
    }

    /** With the user of the service in it. */
    String redisHosts() {
        return redisHosts;
    }

    CpuMeter meter(BenchService service) {
        Map<String, List<Long>> pids = new LinkedHashMap<>();
        pids.put("service", List.of(service.pid()));
        pids.put("redis", backends.redisPids());
        pids.put("load", List.of(load.pid()));
        return new CpuMeter(pids);
    }

    void putPolicy(String id, String spec) throws IOException, InterruptedException {
        send("PUT", gateway.port(), "/policies/" + id, spec);
    }

    String post(String path, String body) throws IOException, InterruptedException {
        return send("POST", gateway.port(), path, body);
    }

    /** Decisions so far, of which Redis did not answer in time. */
    record Decisions(double all, double failedOpen) {

        Decisions minus(Decisions earlier) {
            return new Decisions(all - earlier.all, failedOpen - earlier.failedOpen);
        }
    }

    Decisions decisions() throws IOException, InterruptedException {
        var lines = send("GET", gateway.managementPort(), "/q/metrics", "")
                .lines()
                .filter(line -> line.startsWith("metrics_limit_decided_total"))
                .collect(Collectors.partitioningBy(
                        line -> line.contains("source=\"fail_open\""),
                        Collectors.summingDouble(
                                line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))));
        return new Decisions(lines.get(true) + lines.get(false), lines.get(true));
    }

    private String send(String method, int port, String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        var answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException("%s %s: %d %s".formatted(method, path, answer.statusCode(), answer.body()));
        }
        return answer.body();
    }
}
