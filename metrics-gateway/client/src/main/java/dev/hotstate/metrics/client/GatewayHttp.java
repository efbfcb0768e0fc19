package dev.hotstate.metrics.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Sends batches. */
final class GatewayHttp {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REQUEST_TIMEOUT = 408;

    enum Answer {
        TAKEN,
        /** It would be refused again. */
        REFUSED,
        /** Nobody knows, or not now. */
        LATER
    }

    private final URI gateway;
    private final Optional<String> key;
    private final Duration timeout;
    private final HttpClient http;
    private volatile String lastWord = "";

    GatewayHttp(URI gateway, Optional<String> key, Duration timeout) {
        this.gateway = gateway;
        this.key = key;
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .build();
    }

    Answer post(String batchId, String body) {
        var request = HttpRequest.newBuilder(gateway.resolve("/observations?batchId=" + batchId))
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        key.ifPresent(text -> request.header("Authorization", "Bearer " + text));
        try {
            int status = http.send(request.build(), BodyHandlers.discarding()).statusCode();
            lastWord = "HTTP " + status;
            if (status / 100 == 2) {
                return Answer.TAKEN;
            }
            return status / 100 == 4 && status != TOO_MANY_REQUESTS && status != REQUEST_TIMEOUT
                    ? Answer.REFUSED
                    : Answer.LATER;
        } catch (IOException e) {
            lastWord = e.toString();
            return Answer.LATER;
        } catch (InterruptedException e) {
            lastWord = "interrupted";
            return Answer.LATER;
        }
    }

    String lastWord() {
        return lastWord;
    }

    void close() {
        http.shutdownNow();
    }
}
