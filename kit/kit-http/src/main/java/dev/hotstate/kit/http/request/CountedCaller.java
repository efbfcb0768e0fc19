package dev.hotstate.kit.http.request;

import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.ext.web.RoutingContext;

/** As whom a request counts where each caller gets so much: an API key, also that of a session, else an address. */
public final class CountedCaller {

    private CountedCaller() {}

    public static String of(RoutingContext request) {
        return request.user() instanceof QuarkusHttpUser user
                        && !user.getSecurityIdentity().isAnonymous()
                ? "key " + user.getSecurityIdentity().getPrincipal().getName()
                : "address " + ClientAddress.of(request);
    }
}
