package dev.hotstate.metrics.decision;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.metrics.platform.MetricsFailure.QuotaExceeded;
import dev.hotstate.metrics.policy.LimitPolicy;
import dev.hotstate.metrics.policy.Policies;
import dev.hotstate.metrics.policy.Subject;
import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Asked by a proxy before it lets a request through: {@code auth_request} of nginx, ForwardAuth of Traefik. The proxy must
 * overwrite the headers {@code X-Forwarded-Uri}, {@code -Method} and {@code -For}, else its clients say who they are.
 */
@Path("/limits/guard")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Limits")
public class GuardResource {

    private static final String URI = "X-Forwarded-Uri";
    private static final String METHOD = "X-Forwarded-Method";
    private static final String CLIENTS = "X-Forwarded-For";

    private final Limiter limiter;
    private final Policies policies;
    private final List<AskedListener> listeners;
    private final DecisionConfig config;

    GuardResource(Limiter limiter, Policies policies, @All List<AskedListener> listeners, DecisionConfig config) {
        this.limiter = limiter;
        this.policies = policies;
        this.listeners = listeners;
        this.config = config;
    }

    @GET
    @RolesAllowed({"write", "limit"})
    @Operation(
            operationId = "guard",
            summary = "May this request go through a proxy?",
            description = "Looks at X-Forwarded-Uri, X-Forwarded-Method, X-Forwarded-For and the other headers.")
    @APIResponse(responseCode = "204", description = "It may")
    @APIResponse(responseCode = "429", description = "It may not: Retry-After says when")
    public Uni<Response> guard(
            @Parameter(description = "The policies to hold it to; else all that match")
                    @QueryParam("policy")
                    @Size(max = 20)
                    List<String> names,
            @Parameter(description = "401 or 403 for nginx, which knows no other refusals; usually 429")
                    @QueryParam("deny")
                    @Nullable
                    Integer deny,
            RoutingContext request) {
        return decide(names, deny, request);
    }

    @GET
    @Path("/{token}")
    @PermitAll
    @Operation(operationId = "guardByToken", summary = "The same for proxies that can't send a key")
    @APIResponse(responseCode = "204", description = "It may")
    @APIResponse(responseCode = "429", description = "It may not: Retry-After says when")
    public Uni<Response> guardByToken(
            String token,
            @QueryParam("policy") @Size(max = 20) List<String> names,
            @QueryParam("deny") @Nullable Integer deny,
            RoutingContext request) {
        if (!isToken(token)) {
            throw new Refusal(KitProblem.NOT_FOUND, "Nothing is served under this path.");
        }
        return decide(names, deny, request);
    }

    private Uni<Response> decide(List<String> names, @Nullable Integer deny, RoutingContext request) {
        if (deny != null && deny != 401 && deny != 403 && deny != 429) {
            throw invalid(FieldError.ofParameter("deny", "must be 401, 403 or 429"));
        }
        var subject = subject(request);
        listeners.forEach(listener -> listener.asked(new Asked(subject, names, null, 1)));
        var demands = concerned(names, subject)
                .flatMap(policies::withShadows)
                .map(policy -> new Demand(policy, policy.callerOf(subject), policy.cost()))
                .toList();
        return limiter.decide(List.of(demands)).map(verdicts -> answer(verdicts.getFirst(), deny, request));
    }

    private Stream<LimitPolicy> concerned(List<String> names, Subject subject) {
        return names.isEmpty()
                ? policies.concerning(subject).stream()
                : names.stream().distinct().map(policies::named).filter(LimitPolicy::isEnabled);
    }

    private Subject subject(RoutingContext request) {
        var headers = new TreeMap<String, String>();
        request.request()
                .headers()
                .forEach(header -> headers.putIfAbsent(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
        var uri = request.request().getHeader(URI);
        if (uri == null || !uri.startsWith("/")) {
            throw invalid(FieldError.ofParameter(URI, "must be the path that the client asks for; the proxy sends it"));
        }
        return new Subject(
                uri,
                request.request().getHeader(METHOD),
                clientOf(request),
                config.guardUserHeader().map(request.request()::getHeader).orElse(null),
                headers);
    }

    /**
     * The last one is whom the proxy has seen, also where the proxy adds a header of its own; those before it are what he says. What
     * is no address is a caller like any other: an answer of 400 would be an error of the proxy.
     */
    private static @Nullable String clientOf(RoutingContext request) {
        var headers = request.request().headers().getAll(CLIENTS);
        if (headers.isEmpty()) {
            return null;
        }
        var clients = headers.getLast();
        return clients.substring(clients.lastIndexOf(',') + 1).trim();
    }

    private static Response answer(Verdict verdict, @Nullable Integer deny, RoutingContext request) {
        RateLimitFields.of(verdict).forEach(request.response()::putHeader);
        if (verdict.allowed()) {
            return Response.noContent().build();
        }
        if (deny != null && deny != 429) {
            return Response.status(deny)
                    .header("Retry-After", Math.max(1, RateLimitFields.seconds(verdict.retryAfter())))
                    .build();
        }
        throw refusal(verdict);
    }

    private static RuntimeException refusal(Verdict verdict) {
        return verdict.refusing().allMatch(ruling -> ruling.source() == Source.FAIL_CLOSED)
                ? new Refusal(KitProblem.REDIS_UNAVAILABLE, "Nothing can be decided without it here.", Ruling.SOON)
                : new QuotaExceeded(
                        verdict.refusing()
                                .map(ruling -> ruling.demand().policy().id())
                                .toList(),
                        verdict.retryAfter());
    }

    private boolean isToken(String token) {
        return config.guardToken()
                .filter(expected -> MessageDigest.isEqual(
                        expected.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8)))
                .isPresent();
    }

    private static Refusal invalid(FieldError error) {
        return new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
    }
}
