package dev.hotstate.kit.http.problem;

import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.quarkus.hibernate.validator.runtime.jaxrs.ResteasyReactiveViolationException;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * The JAX-RS side of {@link Problems}. Each exception for which Quarkus brings a mapper of its own is listed, since the
 * nearest mapper wins; {@code Throwable} takes the rest.
 */
class ProblemMapper {

    private final Problems problems;

    ProblemMapper(Problems problems) {
        this.problems = problems;
    }

    @ServerExceptionMapper
    Response unreadable(MismatchedInputException failure, RoutingContext request) {
        return response(failure, request);
    }

    @ServerExceptionMapper
    Response refusedValues(ResteasyReactiveViolationException failure, RoutingContext request) {
        return response(failure, request);
    }

    @ServerExceptionMapper
    Response badCredentials(AuthenticationFailedException failure, RoutingContext request) {
        return response(failure, request);
    }

    @ServerExceptionMapper
    Response noCredentials(UnauthorizedException failure, RoutingContext request) {
        return response(failure, request);
    }

    @ServerExceptionMapper
    Response notAllowed(ForbiddenException failure, RoutingContext request) {
        return response(failure, request);
    }

    /** Redirects and answers with a body of their own pass as they are. */
    @ServerExceptionMapper
    Response web(WebApplicationException failure, RoutingContext request) {
        var given = failure.getResponse();
        if (given.hasEntity() || given.getStatus() < 400) {
            return given;
        }
        var response = Response.fromResponse(response(failure, request));
        given.getStringHeaders().forEach((name, values) -> values.forEach(value -> response.header(name, value)));
        return response.build();
    }

    @ServerExceptionMapper
    Response anything(Throwable failure, RoutingContext request) {
        return response(failure, request);
    }

    private Response response(Throwable failure, RoutingContext request) {
        var problem = problems.of(failure, request);
        var response =
                Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(problem);
        problems.headers(problem, request).forEach(response::header);
        return response.build();
    }
}
