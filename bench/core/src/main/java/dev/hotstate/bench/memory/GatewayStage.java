package dev.hotstate.bench.memory;

import dev.hotstate.bench.BenchScope;
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

/** A packaged metrics-gateway with its own Redis Cluster and Postgres. */
record GatewayStage(BenchBackends backends, BenchService service, HttpClient http) {

    private static final String MODULE = "metrics-gateway";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static GatewayStage start(BenchScope scope) throws IOException {
        var backends = BenchBackends.start(scope);
        var environment = new HashMap<>(backends.admit(MODULE));
        environment.put("QUARKUS_PROFILE", "local");
        environment.putAll(BenchService.PATIENT);
        // A crowded machine must not let a hit go uncounted, nor an observation.
        environment.put("METRICS_LIMIT_DEADLINE", "5s");
        environment.put("METRICS_RECORDING_DEADLINE", "20s");
        var service = BenchService.start(scope, MODULE, environment, "/about");
        var http = scope.own(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
        return new GatewayStage(backends, service, http);
    }

    /** @return the answer to a call that succeeded */
    String send(String method, String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        var answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException("%s answered %d: %s".formatted(path, answer.statusCode(), answer.body()));
        }
        return answer.body();
    }
}
