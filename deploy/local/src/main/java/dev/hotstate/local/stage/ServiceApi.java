package dev.hotstate.local.stage;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A service over HTTP, one request at a time, under a key of its own. */
public final class ServiceApi implements AutoCloseable {

    /** By it people see in the list of keys whose key it is. */
    public static final String KEY_NAME = "demo world";

    private static final String KEYS = "/api-keys";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final URI address;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final ObjectMapper json = new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
    private final @Nullable String adminKey;
    private @Nullable String key;
    private @Nullable String keyId;

    /** @param adminKey may create keys; null where nobody needs one */
    public ServiceApi(URI address, @Nullable String adminKey) {
        this.address = address;
        this.adminKey = adminKey;
    }

    /** An answer that is no failure of the service. */
    public record Answer(int status, String text, JsonNode body) {

        public boolean isSuccess() {
            return status < 300;
        }

        /** @throws IOException if it was refused: then the demo itself is wrong */
        public JsonNode orRefuse() throws IOException {
            if (!isSuccess()) {
                throw new IOException("refused with " + status + ": " + text);
            }
            return body;
        }
    }

    /** Works with a key of its own from now on, and revokes those that runs before it left behind. */
    public void takeKey(List<String> scopes) throws IOException {
        for (var left : get(KEYS + "?limit=100").path("items")) {
            if (left.path("name").asText().equals(KEY_NAME)
                    && left.path("state").asText().equals("active")) {
                send("DELETE", KEYS + "/" + left.path("id").asText(), null);
            }
        }
        var answer = post(KEYS, Map.of("name", KEY_NAME, "scopes", scopes)).orRefuse();
        key = answer.path("key").asText();
        keyId = answer.path("id").asText();
    }

    public @Nullable String key() {
        return key;
    }

    public URI address() {
        return address;
    }

    public JsonNode get(String path) throws IOException {
        return send("GET", path, null).orRefuse();
    }

    public Answer post(String path, @Nullable Object body) throws IOException {
        return send("POST", path, body);
    }

    public Answer put(String path, Object body) throws IOException {
        return send("PUT", path, body);
    }

    /** @throws IOException also for what will go away by itself: the service is overloaded, or a part of it is down */
    public Answer send(String method, String path, @Nullable Object body) throws IOException {
        var request = HttpRequest.newBuilder(address.resolve(path)).timeout(PATIENCE);
        var credential = path.startsWith(KEYS) ? adminKey : key;
        if (credential != null) {
            request.header("Authorization", "Bearer " + credential);
        }
        if (body == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString(json.writeValueAsString(body)));
        }
        try {
            var answer = http.send(request.build(), BodyHandlers.ofString());
            if (answer.statusCode() >= 500 || answer.statusCode() == 429) {
                throw new IOException(method + " " + path + " is answered by " + answer.statusCode());
            }
            return new Answer(answer.statusCode(), answer.body(), tree(answer));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Where a service answers with a plain word there is nothing to read. */
    private JsonNode tree(HttpResponse<String> answer) throws IOException {
        boolean isJson = answer.headers()
                .firstValue("Content-Type")
                .filter(type -> type.contains("json"))
                .isPresent();
        return isJson && !answer.body().isEmpty() ? json.readTree(answer.body()) : json.missingNode();
    }

    /** Revokes its key. */
    @Override
    public void close() throws IOException {
        if (keyId != null) {
            send("DELETE", KEYS + "/" + keyId, null);
        }
    }
}
