package dev.hotstate.dag.fault;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A service of one or more instances as its clients see it: who gets no answer from one asks the next. */
final class Instances {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TRY_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TOO_MANY_REQUESTS = 429;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final String key;
    private final List<URI> instances;
    private final AtomicInteger turn = new AtomicInteger();

    Instances(String key, List<URI> instances) {
        this.key = key;
        this.instances = List.copyOf(instances);
    }

    record Answer(int status, JsonNode body) {}

    /** One try at one instance; nothing if it gave no answer, or said that it can't at the moment. */
    Optional<Answer> tryPost(String path, String body) throws InterruptedException {
        var instance = instances.get(Math.floorMod(turn.get(), instances.size()));
        var request = HttpRequest.newBuilder(instance.resolve(path))
                .timeout(TRY_TIMEOUT)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            var response = http.send(request, BodyHandlers.ofString());
            if (response.statusCode() < 500 && response.statusCode() != TOO_MANY_REQUESTS) {
                return Optional.of(new Answer(response.statusCode(), read(response.body())));
            }
        } catch (JsonProcessingException broken) {
            throw new AssertionError("no JSON from " + path, broken);
        } catch (IOException noAnswer) {
            // It may have been done, or not.
        }
        turn.incrementAndGet();
        return Optional.empty();
    }

    /** The same again until there is an answer: for what may be repeated. */
    Answer post(String path, String body) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            var answer = tryPost(path, body);
            if (answer.isPresent()) {
                return answer.get();
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        throw new IllegalStateException("no instance answers " + path);
    }

    private static JsonNode read(String body) throws JsonProcessingException {
        return body.isEmpty() ? JSON.missingNode() : JSON.readTree(body);
    }
}
