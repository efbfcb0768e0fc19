package dev.hotstate.kit.http.problem;

import io.quarkus.vertx.http.runtime.RouteConstants;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * The Vert.x side of {@link Problems}: failures before, after and outside JAX-RS, which would otherwise be answered
 * empty, or by a page that shows a stack.
 */
@Singleton
class ProblemRoutes {

    private static final List<Integer> ANSWERED_BY_THE_ROUTER = List.of(400, 404, 405, 406, 413, 414, 415, 500);

    void register(@Observes Router router, Problems problems, DescribedAddresses addresses) {
        router.route()
                .method(HttpMethod.OPTIONS)
                .order(RouteConstants.ROUTE_ORDER_BODY_HANDLER)
                .handler(addresses::correct);
        router.route().order(RouteConstants.ROUTE_ORDER_BODY_HANDLER).failureHandler(problems::answerFailed);
        ANSWERED_BY_THE_ROUTER.forEach(status -> router.errorHandler(status, problems::answerFailed));
    }
}
