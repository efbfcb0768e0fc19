package dev.hotstate.metrics.envoy;

import dev.hotstate.metrics.envoy.ShouldRateLimit.Senseless;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.server.GrpcServer;
import io.vertx.grpc.server.GrpcServerRequest;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Envoy's rate limit service by gRPC, on a port of its own. */
@Singleton
class EnvoyServer {

    private static final Logger LOG = Logger.getLogger(EnvoyServer.class);

    private static final String AUTHORIZATION = "authorization";
    private static final String SCHEME = "Bearer ";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ShouldRateLimit service;
    private final EnvoyConfig config;
    private final Vertx vertx;
    private @Nullable HttpServer server;

    EnvoyServer(ShouldRateLimit service, EnvoyConfig config, Vertx vertx) {
        this.service = service;
        this.config = config;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) throws Exception {
        if (config.port().isEmpty()) {
            return;
        }
        var grpc = GrpcServer.server(vertx).callHandler(RateLimitServiceGrpc.getShouldRateLimitMethod(), this::answer);
        var options = new HttpServerOptions()
                .setHost(config.host())
                .setPort(config.port().get());
        server = vertx.createHttpServer(options)
                .requestHandler(grpc)
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        LOG.infof("Envoy's rate limit service listens on %s:%d", config.host(), server.actualPort());
    }

    void stop(@Observes ShutdownEvent event) {
        if (server != null) {
            server.close();
        }
    }

    /** 0 if it is not served. */
    int port() {
        return server == null ? 0 : server.actualPort();
    }

    private void answer(GrpcServerRequest<RateLimitRequest, RateLimitResponse> request) {
        if (!isWelcome(request.headers().get(AUTHORIZATION))) {
            fail(request, GrpcStatus.UNAUTHENTICATED, "The token of metrics.envoy.token is asked for");
            return;
        }
        request.handler(message -> Uni.createFrom()
                .deferred(() -> service.answer(message))
                .subscribe()
                .with(request.response()::end, failure -> {
                    if (failure instanceof Senseless) {
                        fail(request, GrpcStatus.INVALID_ARGUMENT, failure.getMessage());
                    } else {
                        LOG.error("Envoy gets no answer", failure);
                        fail(request, GrpcStatus.INTERNAL, "See the log of metrics-gateway");
                    }
                }));
    }

    private static void fail(
            GrpcServerRequest<RateLimitRequest, RateLimitResponse> request, GrpcStatus status, String message) {
        request.response().status(status).statusMessage(message).end();
    }

    private boolean isWelcome(@Nullable String authorization) {
        return config.token().isEmpty()
                || authorization != null
                        && MessageDigest.isEqual(
                                (SCHEME + config.token().get()).getBytes(StandardCharsets.UTF_8),
                                authorization.getBytes(StandardCharsets.UTF_8));
    }
}
