package dev.hotstate.kit.http.session;

import dev.hotstate.kit.redis.key.Namespace;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;

/**
 * The cookie on the wire. Its name contains the service's, since a browser does not tell the ports of one host apart.
 */
@Singleton
class SessionCookie {

    private final String name;
    private final boolean secure;

    SessionCookie(Namespace service, SessionConfig config) {
        this.name = "hs_" + service.app() + "_session";
        this.secure = config.secureCookie();
    }

    Optional<String> read(RoutingContext request) {
        return Optional.ofNullable(request.request().getCookie(name)).map(Cookie::getValue);
    }

    void set(RoutingContext request, String value, Duration ttl) {
        send(request, value, ttl.toSeconds());
    }

    void clear(RoutingContext request) {
        send(request, "", 0);
    }

    private void send(RoutingContext request, String value, long maxAgeSeconds) {
        request.response()
                .addCookie(Cookie.cookie(name, value)
                        .setPath("/")
                        .setHttpOnly(true)
                        .setSecure(secure || request.request().isSSL())
                        .setSameSite(CookieSameSite.STRICT)
                        .setMaxAge(maxAgeSeconds));
    }
}
