package dev.hotstate.kit.testing.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks once and waits in bounded time, for the whole body too, which {@link HttpRequest.Builder#timeout} leaves out. HTTP/1.1: the
 * JDK's client would try to upgrade each plain connection to HTTP/2, as no browser and no curl does.
 */
public final class BoundedHttp implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient http;
    private final Duration patience;

    BoundedHttp(HttpClient.Builder client, Duration patience) {
        this.http = client.version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(patience)
                .build();
        this.patience = patience;
    }

    public static BoundedHttp create() {
        return over(HttpClient.newBuilder());
    }

    public static BoundedHttp over(HttpClient.Builder client) {
        return new BoundedHttp(client, PATIENCE);
    }

    /**
     * @throws UncheckedIOException when there is no connection, or it breaks
     * @throws AssertionError when the answer takes too long
     */
    public HttpResponse<String> send(HttpRequest.Builder builder) {
        var request = builder.build();
        var answer = http.sendAsync(request, BodyHandlers.ofString());
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new AssertionError("no whole answer of " + request.uri() + " within " + patience, e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException broken
                    ? new UncheckedIOException(broken)
                    : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
