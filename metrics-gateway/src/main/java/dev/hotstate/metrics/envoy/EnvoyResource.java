package dev.hotstate.metrics.envoy;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.metrics.envoy.ShouldRateLimit.Senseless;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The same as by gRPC, for those who speak JSON. */
@Path("/json")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Envoy")
public class EnvoyResource {

    private static final JsonFormat.Parser READER = JsonFormat.parser();
    private static final JsonFormat.Printer WRITER = JsonFormat.printer().omittingInsignificantWhitespace();

    private final ShouldRateLimit service;

    EnvoyResource(ShouldRateLimit service) {
        this.service = service;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed({"write", "limit"})
    @Operation(
            operationId = "shouldRateLimit",
            summary = "Envoy's ShouldRateLimit in JSON",
            description = "A RateLimitRequest of envoy.service.ratelimit.v3 in its JSON form.")
    @APIResponse(responseCode = "200", description = "A RateLimitResponse: it may go on")
    @APIResponse(responseCode = "429", description = "A RateLimitResponse: over the limit")
    public Uni<Response> shouldRateLimit(@NotNull String request) {
        try {
            return service.answer(read(request)).map(EnvoyResource::response);
        } catch (Senseless e) {
            throw new Refusal(KitProblem.INVALID_INPUT, e.getMessage());
        }
    }

    private static RateLimitRequest read(String text) {
        var request = RateLimitRequest.newBuilder();
        try {
            READER.merge(text, request);
        } catch (InvalidProtocolBufferException e) {
            // Of a text that is no JSON at all it names classes.
            throw new Senseless(
                    String.valueOf(e.getMessage()).contains("Exception")
                            ? "The body is not well-formed JSON."
                            : "This is no RateLimitRequest: " + e.getMessage());
        }
        return request.build();
    }

    private static Response response(RateLimitResponse response) {
        try {
            return Response.status(response.getOverallCode() == Code.OVER_LIMIT ? 429 : 200)
                    .entity(WRITER.print(response))
                    .build();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("What was built here can be written", e);
        }
    }
}
