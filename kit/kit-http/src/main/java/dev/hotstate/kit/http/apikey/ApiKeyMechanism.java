package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.problem.Problem;
import dev.hotstate.kit.http.request.ClientAddress;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Set;

/** {@code Authorization: Bearer <key>}. */
@Singleton
class ApiKeyMechanism implements HttpAuthenticationMechanism {

    private static final String SCHEME = "Bearer ";

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext request, IdentityProviderManager identities) {
        var header = request.request().getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Uni.createFrom().nullItem();
        }
        var key = header.substring(SCHEME.length()).trim();
        return identities.authenticate(new ApiKeyRequest(key, ClientAddress.of(request)));
    }

    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext request) {
        return Uni.createFrom().item(new ChallengeData(401, "WWW-Authenticate", Problem.CHALLENGE));
    }

    @Override
    public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
        return Set.of(ApiKeyRequest.class);
    }

    /** Before the session: who sends a key means the key. */
    @Override
    public int getPriority() {
        return DEFAULT_PRIORITY + 2;
    }
}
