package dev.hotstate.kit.http.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.correlation.RequestId;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.NotSupportedException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Turns failures into problem bodies, and logs, once and with its stack, what was not foreseen. */
@Singleton
public class Problems {

    private static final Logger LOG = Logger.getLogger(Problems.class);

    private static final Refusal INTERNAL_ERROR = new Refusal(
            KitProblem.INTERNAL_ERROR, "Please report it together with the request id, which also is in our log.");

    private final ObjectMapper json;

    private final DescribedAddresses addresses;

    Problems(ObjectMapper json, DescribedAddresses addresses) {
        this.json = json;
        this.addresses = addresses;
    }

    Problem of(Throwable failure, RoutingContext request) {
        return problem(explain(failure, request), failure, request);
    }

    private Optional<DomainFailure> explain(Throwable failure, RoutingContext request) {
        return failure instanceof NotSupportedException
                ? Optional.of(refusedBodyType(request))
                : Failures.explain(failure);
    }

    /** JAX-RS does not tell which types it would take, and has not set its target yet when it refuses one. */
    private Refusal refusedBodyType(RoutingContext request) {
        return RefusedBodyType.refusal(
                request.request().getHeader(HttpHeaders.CONTENT_TYPE),
                addresses.bodyTypes(request.request().method().name(), request.normalizedPath()));
    }

    /** Answers at once, from below JAX-RS. Does nothing when an answer is already on its way. */
    public void answer(RoutingContext request, Throwable failure) {
        write(request, of(failure, request));
    }

    /** Answers a failure of which Vert.x knows only the status, or also the cause. */
    void answerFailed(RoutingContext request) {
        var failure = request.failure();
        var known = failure == null ? Failures.explain(request.statusCode()) : Failures.explain(failure);
        write(request, problem(known.or(() -> Failures.explain(request.statusCode())), failure, request));
    }

    private static Problem problem(Optional<DomainFailure> known, @Nullable Throwable failure, RoutingContext request) {
        if (known.isEmpty() && request.response().ended()) {
            LOG.debugf(failure, "After the answer, requestId=%s", RequestId.of(request));
        } else if (known.isEmpty()) {
            LOG.errorf(
                    failure,
                    "%s %s failed, requestId=%s",
                    request.request().method(),
                    request.normalizedPath(),
                    RequestId.of(request));
        }
        return Problem.of(known.orElse(INTERNAL_ERROR), RequestId.of(request));
    }

    private void write(RoutingContext request, Problem problem) {
        var response = request.response();
        if (response.ended() || response.headWritten()) {
            return;
        }
        response.setStatusCode(problem.status()).putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE);
        headers(problem, request).forEach(response::putHeader);
        response.end(encode(problem));
    }

    /** What some statuses have to bring along. */
    Map<String, String> headers(Problem problem, RoutingContext request) {
        Map<String, String> headers = new TreeMap<>();
        if (problem.retryAfterMs() != null) {
            headers.put("Retry-After", String.valueOf(problem.retryAfterSeconds()));
        }
        switch (problem.status()) {
            case 401 -> headers.put("WWW-Authenticate", Problem.CHALLENGE);
            case 405 -> headers.put("Allow", addresses.methods(request.normalizedPath()));
            default -> {}
        }
        return headers;
    }

    private String encode(Problem problem) {
        try {
            return json.writeValueAsString(problem);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A problem must be JSON", e);
        }
    }
}
