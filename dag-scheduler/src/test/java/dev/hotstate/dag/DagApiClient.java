package dev.hotstate.dag;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.testing.contract.ServiceContract;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Speaks to the service over HTTP as a worker or an operator does. */
public final class DagApiClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final URI api;
    private final String key;

    public DagApiClient(URI api) {
        this(api, ServiceContract.ADMIN_KEY);
    }

    public DagApiClient(URI api, String key) {
        this.api = api;
        this.key = key;
    }

    public record Answer(int status, JsonNode body) {}

    public Answer post(String path, String body) {
        return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    public Answer post(String path, String body, String type) {
        return send(request(path).setHeader("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    public Answer put(String path, String body) {
        return send(request(path).PUT(HttpRequest.BodyPublishers.ofString(body)));
    }

    public Answer get(String path) {
        return send(request(path).GET());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(api.resolve(path))
                .timeout(Duration.ofSeconds(40))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json");
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            var response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            var body = response.body();
            return new Answer(response.statusCode(), body.isEmpty() ? JSON.nullNode() : JSON.readTree(body));
        } catch (IOException e) {
            throw new IllegalStateException("the service can't be reached", e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
