package dev.hotstate.driver.protocol;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Phones can't send an API key as programs do: tracking apps know a password (HTTP Basic), or nothing but an address. On the
 * paths of their protocols the key may be the password, or the parameter {@code key}.
 */
@Singleton
class DeviceKeys {

    /** Before anybody asks who the caller is. */
    private static final int BEFORE_AUTHENTICATION = 500;

    /** No key of ours has one, and no header may: with another sign in its place it is a wrong key like any other. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private static final String BASIC = "Basic ";
    private static final String BEARER = "Bearer ";

    void register(@Observes Filters filters) {
        filters.register(DeviceKeys::carry, BEFORE_AUTHENTICATION);
    }

    private static void carry(RoutingContext request) {
        var path = request.normalizedPath();
        if (path.equals(OsmAndResource.PATH) || path.equals(OwnTracksResource.PATH)) {
            keyOf(request.request())
                    .map(key -> BEARER + CONTROL.matcher(key).replaceAll("?"))
                    .ifPresent(key -> request.request().headers().set(HttpHeaders.AUTHORIZATION, key));
        }
        request.next();
    }

    private static Optional<String> keyOf(HttpServerRequest request) {
        var header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null) {
            return Optional.ofNullable(request.getParam("key"));
        }
        return header.regionMatches(true, 0, BASIC, 0, BASIC.length())
                ? password(header.substring(BASIC.length()).trim())
                : Optional.empty();
    }

    private static Optional<String> password(String encoded) {
        try {
            @Nullable String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0 ? Optional.empty() : Optional.of(pair.substring(colon + 1));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
