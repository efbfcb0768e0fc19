package dev.hotstate.kit.testing.contract;

import dev.hotstate.kit.testing.http.BoundedHttp;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Talks to a service as a program with an API key does. */
public final class ServiceClient {

    private final URI base;
    private final @Nullable String key;
    private final BoundedHttp http = BoundedHttp.create();

    private ServiceClient(URI base, @Nullable String key) {
        this.base = base;
        this.key = key;
    }

    public static ServiceClient anonymous(URI base) {
        return new ServiceClient(base, null);
    }

    public ServiceClient with(String apiKey) {
        return new ServiceClient(base, apiKey);
    }

    public HttpResponse<String> get(String path) {
        return http.send(request(path).GET());
    }

    public HttpResponse<String> delete(String path) {
        return http.send(request(path).DELETE());
    }

    public HttpResponse<String> post(String path, String json) {
        return http.send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(base.resolve(path));
        return key == null ? request : request.header("Authorization", "Bearer " + key);
    }
}
