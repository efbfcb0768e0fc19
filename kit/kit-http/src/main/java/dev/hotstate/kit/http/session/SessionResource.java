package dev.hotstate.kit.http.session;

import dev.hotstate.kit.http.apikey.ApiKeys;
import dev.hotstate.kit.http.caller.CallerIdentity;
import dev.hotstate.kit.http.request.ClientAddress;
import dev.hotstate.kit.http.session.Sessions.OpenedSession;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.PermitAll;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@PermitAll
@Tag(name = "Session")
public class SessionResource {

    private final ApiKeys keys;
    private final Sessions sessions;
    private final SessionCookie cookie;
    private final SessionConfig config;
    private final CurrentIdentityAssociation identity;

    SessionResource(
            ApiKeys keys,
            Sessions sessions,
            SessionCookie cookie,
            SessionConfig config,
            CurrentIdentityAssociation identity) {
        this.keys = keys;
        this.sessions = sessions;
        this.cookie = cookie;
        this.config = config;
        this.identity = identity;
    }

    @POST
    @Path("/login")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "login", summary = "Exchange an API key for a session cookie")
    public Uni<SessionView> login(@Valid @NotNull LoginRequest login, @Context RoutingContext request) {
        return keys.authenticate(login.key().trim(), ClientAddress.of(request))
                .chain(caller -> sessions.open(caller)
                        .invoke(opened -> cookie.set(request, opened.cookie(), config.ttl()))
                        .map(opened -> SessionView.of(caller, opened)));
    }

    /** Without a CSRF token: the cookie's SameSite=Strict keeps other sites from sending it, and nothing is lost. */
    @POST
    @Path("/logout")
    @Operation(operationId = "logout", summary = "End the session, if there is one")
    public Uni<Void> logout(@Context RoutingContext request) {
        var current = current(request); // reads the cookie, before it is cleared
        cookie.clear(request);
        return current.chain(found -> found.map(opened -> sessions.end(opened.session()))
                .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    @GET
    @Path("/session")
    @Operation(operationId = "getSession", summary = "Who is logged in; never fails for want of a session")
    public Uni<SessionView> session(@Context RoutingContext request) {
        return identity.getDeferredIdentity()
                .onFailure(AuthenticationFailedException.class)
                .recoverWithNull()
                .chain(caller -> current(request).map(opened -> view(caller, opened)));
    }

    private static SessionView view(SecurityIdentity identity, Optional<OpenedSession> opened) {
        return identity instanceof CallerIdentity caller
                ? opened.map(session -> SessionView.of(caller, session)).orElseGet(() -> SessionView.of(caller))
                : SessionView.NONE;
    }

    private Uni<Optional<OpenedSession>> current(RoutingContext request) {
        return cookie.read(request)
                .map(sessions::find)
                .orElseGet(() -> Uni.createFrom().item(Optional.empty()));
    }
}
