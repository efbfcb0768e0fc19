package dev.hotstate.kit.http.limit;

import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.inject.Instance;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Applies the limit to resources. Filters exist before the configuration does, so the limit is looked up late. */
public class RequestLimitFilter {

    private final Instance<RequestLimit> limit;

    RequestLimitFilter(Instance<RequestLimit> limit) {
        this.limit = limit;
    }

    @ServerRequestFilter
    public void check(RoutingContext request) {
        limit.get().check(request);
    }
}
