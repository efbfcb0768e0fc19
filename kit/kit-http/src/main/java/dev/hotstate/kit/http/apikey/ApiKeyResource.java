package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.apikey.ApiKeyAdministration.IssuedKey;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.caller.Scopes;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.redis.key.Namespace;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jspecify.annotations.Nullable;

@Path("/api-keys")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@Tag(name = "Administration")
public class ApiKeyResource {

    private static final Instant EXPIRES_AT_MAX = Instant.parse("9999-12-31T23:59:59Z");

    private final ApiKeyAdministration administration;
    private final Caller caller;
    private final Clock clock;
    private final Duration usualGrace;
    private final String app;

    ApiKeyResource(
            ApiKeyAdministration administration, Caller caller, Clock clock, AuthConfig config, Namespace service) {
        this.administration = administration;
        this.caller = caller;
        this.clock = clock;
        this.usualGrace = config.rotationGrace();
        this.app = service.app();
    }

    @GET
    @Operation(operationId = "listApiKeys", summary = "All keys, newest first, without their secrets")
    public Uni<Page<ApiKeyView>> list(
            @QueryParam("cursor") @Nullable String cursor, @QueryParam("limit") @Nullable Integer limit) {
        return administration
                .page(ApiKeyAdministration.PAGING.read(cursor, limit))
                .map(page -> page.map(key -> ApiKeyView.of(key, app, clock.instant())));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @ResponseStatus(201)
    @APIResponseSchema(value = ApiKeyView.class, responseCode = "201")
    @Operation(operationId = "createApiKey", summary = "Create a key; the answer is the only place that shows it")
    public Uni<ApiKeyView> create(@Valid @NotNull CreateApiKeyRequest request) {
        requireWritable(request.expiresAt());
        return administration
                .create(request.name(), new Scopes(request.scopes()), request.expiresAt(), caller)
                .map(this::shownOnce);
    }

    @POST
    @Path("/{id}/rotate")
    @Consumes(MediaType.APPLICATION_JSON)
    @ResponseStatus(201)
    @APIResponseSchema(value = ApiKeyView.class, responseCode = "201")
    @Operation(
            operationId = "rotateApiKey",
            summary = "Replace a key",
            description = "Creates a key with the same name and scopes. The old one stays valid for the grace.")
    public Uni<ApiKeyView> rotate(String id, @Valid @Nullable RotateApiKeyRequest request) {
        var grace = Optional.ofNullable(request)
                .map(RotateApiKeyRequest::graceSeconds)
                .map(Duration::ofSeconds)
                .orElse(usualGrace);
        return administration.rotate(id, grace, caller).map(this::shownOnce);
    }

    @DELETE
    @Path("/{id}")
    @Operation(operationId = "revokeApiKey", summary = "Revoke a key and end its sessions")
    public Uni<Void> revoke(String id) {
        return administration.revoke(id, caller);
    }

    /** Later years are written with a sign and six digits or more, which other languages can't read. */
    private static void requireWritable(@Nullable Instant expiresAt) {
        if (expiresAt != null && expiresAt.isAfter(EXPIRES_AT_MAX)) {
            var error = FieldError.at("/expiresAt", "must not be after " + EXPIRES_AT_MAX);
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
    }

    private ApiKeyView shownOnce(IssuedKey issued) {
        return ApiKeyView.created(issued.key(), app, clock.instant(), issued.text());
    }
}
