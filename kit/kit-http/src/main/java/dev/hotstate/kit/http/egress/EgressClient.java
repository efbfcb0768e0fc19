package dev.hotstate.kit.http.egress;

import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.tracing.TracingPolicy;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * HTTP behind the guard. Each request has a connection of its own: what an idle one would save is not worth an answer that
 * fails because the other side had just closed it.
 */
@Singleton
public final class EgressClient {

    private static final int CONNECTIONS_PER_PLACE_MAX = 256;
    private static final int HEADERS_MAX = 16 << 10;

    private final EgressGuard guard;
    private final HttpClient http;

    EgressClient(Vertx vertx, EgressGuard guard, EgressTls tls) {
        this.guard = guard;
        var options = new HttpClientOptions()
                .setKeepAlive(false)
                .setMaxHeaderSize(HEADERS_MAX)
                .setDecompressionSupported(false)
                // Addresses of others hold their secrets, and our trace is not their business.
                .setTracingPolicy(TracingPolicy.IGNORE);
        tls.configure(options);
        this.http = vertx.httpClientBuilder()
                .with(options)
                .with(new PoolOptions().setHttp1MaxSize(CONNECTIONS_PER_PLACE_MAX))
                // What is wrong with an answer is told to who asked; without this Vert.x logs it as an error of ours.
                .withConnectHandler(connection -> connection.exceptionHandler(failure -> {}))
                .build();
    }

    /**
     * Any status is an answer. Fails with {@link EgressRefused}, {@link HostNotFound}, {@link AnswerUnreadable}, {@link TimeoutException},
     * or what the network says; {@link EgressFailures} puts it into words.
     */
    public Uni<EgressAnswer> send(EgressRequest request) {
        return Uni.createFrom()
                .deferred(() ->
                        follow(request, System.nanoTime() + request.timeout().toNanos()))
                .ifNoItem()
                .after(request.timeout())
                .fail();
    }

    @PreDestroy
    void close() {
        http.close();
    }

    private Uni<EgressAnswer> follow(EgressRequest request, long endNanos) {
        var uri = request.uri();
        if (uri.getHost() == null) {
            return Uni.createFrom().failure(EgressRefused.malformed(uri.toString()));
        }
        return guard.admit(uri.getHost(), Redirect.portOf(uri))
                .chain(destination -> exchange(request, destination, endNanos))
                .chain(answer -> redirect(request, answer)
                        .map(redirect -> follow(request.redirected(redirect), endNanos))
                        .orElseGet(() -> Uni.createFrom().item(answer)));
    }

    private static Optional<Redirect> redirect(EgressRequest request, EgressAnswer answer) {
        return request.redirectsMax() == 0
                ? Optional.empty()
                : Redirect.of(
                        request.uri(),
                        request.method(),
                        answer.status(),
                        answer.headers().get("Location"));
    }

    private Uni<EgressAnswer> exchange(EgressRequest request, Destination destination, long endNanos) {
        long millis = Duration.ofNanos(endNanos - System.nanoTime()).toMillis();
        if (millis <= 0) {
            return Uni.createFrom().failure(new TimeoutException());
        }
        var options = options(request, destination).setTimeout(millis);
        return Uni.createFrom().emitter(caller -> {
            var exchange = new Exchange(request, caller);
            caller.onTermination(exchange::abandon);
            http.request(options).onSuccess(exchange::begin).onFailure(caller::fail);
        });
    }

    private static RequestOptions options(EgressRequest request, Destination destination) {
        var options = new RequestOptions()
                .setServer(destination.socketAddress())
                .setHost(destination.host())
                .setPort(destination.port())
                .setSsl(Redirect.isHttps(request.uri()))
                .setMethod(HttpMethod.valueOf(request.method()))
                .setURI(pathAndQuery(request.uri()))
                .putHeader("Host", destination.authority(request.uri()))
                .putHeader("User-Agent", "Hotstate/1");
        request.headers().forEach(options::putHeader);
        request.secrets().forEach(options::putHeader);
        return options;
    }

    private static String pathAndQuery(URI uri) {
        var path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }
}
