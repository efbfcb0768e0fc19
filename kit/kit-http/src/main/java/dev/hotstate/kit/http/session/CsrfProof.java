package dev.hotstate.kit.http.session;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows that a page of ours made the request. A browser sends the cookie along with whatever any site makes it send; the
 * token only our pages can read.
 */
record CsrfProof(boolean needed, @Nullable String token) {

    static final String HEADER = "X-CSRF-Token";

    private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    static CsrfProof of(RoutingContext request) {
        boolean needed = !READS.contains(request.request().method());
        return new CsrfProof(needed, request.request().getHeader(HEADER));
    }

    boolean holds(String expected) {
        return !needed || token != null && MessageDigest.isEqual(utf8(expected), utf8(token));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
