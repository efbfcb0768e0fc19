package dev.hotstate.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * In front of the instances of one service: gives each request to the next one, and passes over one that accepts no connection or has
 * said that it is about to go, as any load balancer does. Whatever else goes wrong its users see.
 */
final class Balancer {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Who has said farewell is gone by then, or says it again. */
    private static final Duration AWAY = Duration.ofSeconds(3);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build();
    private final List<PackagedService> instances;
    private final AtomicInteger turn = new AtomicInteger();
    private final Map<PackagedService, Long> farewells = new ConcurrentHashMap<>();

    Balancer(List<PackagedService> instances) {
        this.instances = instances;
    }

    record Answer(int status, JsonNode body) {

        boolean isGood() {
            return status / 100 == 2;
        }

        /** The service cannot at the moment; anything else that is not good is its decision. */
        boolean isTrouble() {
            return status >= 500 || status == 429 || status == 408;
        }
    }

    Answer get(String path) throws IOException {
        return send("GET", path, null);
    }

    Answer post(String path, String body) throws IOException {
        return send("POST", path, body);
    }

    /** @throws IOException if nobody answers */
    Answer send(String method, String path, @Nullable String body) throws IOException {
        int first = turn.getAndIncrement();
        var next = instances.get(Math.floorMod(first, instances.size()));
        var other = instances.get(Math.floorMod(first + 1, instances.size()));
        if (isLeaving(next) && !isLeaving(other)) {
            return send(other, method, path, body);
        }
        try {
            return send(next, method, path, body);
        } catch (ConnectException down) {
            return send(other, method, path, body);
        }
    }

    private boolean isLeaving(PackagedService instance) {
        var farewell = farewells.get(instance);
        return farewell != null && System.nanoTime() - farewell < AWAY.toNanos();
    }

    Answer send(PackagedService instance, String method, String path, @Nullable String body) throws IOException {
        var request = HttpRequest.newBuilder(instance.api().resolve(path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + PackagedService.ADMIN_KEY)
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        try {
            var answer = http.send(request, BodyHandlers.ofString());
            if (answer.headers()
                    .firstValue("Connection")
                    .filter("close"::equals)
                    .isPresent()) {
                farewells.put(instance, System.nanoTime());
            }
            var text = answer.body();
            return new Answer(answer.statusCode(), text.isEmpty() ? JSON.missingNode() : JSON.readTree(text));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
