package dev.hotstate.kit.http.request;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * An instance that is about to go says so in each answer: the client asks its next question on a new connection. Where whole
 * connections are shared out, as kube-proxy does, that one leads to another instance; nobody else tells clients of kept
 * connections that readiness is off, and theirs would break under a request.
 */
@Singleton
class Farewell {

    private volatile boolean going;

    void begin(@Observes ShutdownDelayInitiatedEvent event) {
        going = true;
    }

    void say(RoutingContext request) {
        // At the end, since whoever waits for an answer now may have asked long before.
        request.addHeadersEndHandler(done -> {
            if (going && request.request().version() != HttpVersion.HTTP_2) {
                request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            }
        });
        request.next();
    }
}
