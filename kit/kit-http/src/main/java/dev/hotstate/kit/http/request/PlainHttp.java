package dev.hotstate.kit.http.request;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.inject.Singleton;

/**
 * Without TLS we speak HTTP/1.1 only. The upgrade of a plain connection to HTTP/2, which the JDK's client asks for by itself,
 * now and then leaves a request without an answer for ever; over TLS, ALPN agrees on HTTP/2 without it.
 */
@Singleton
class PlainHttp implements HttpServerOptionsCustomizer {

    @Override
    public void customizeHttpServer(HttpServerOptions options) {
        options.setHttp2ClearTextEnabled(false);
    }
}
