package dev.hotstate.kit.http.session;

import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Set;

/** The session cookie; for a change together with the CSRF token. */
@Singleton
class SessionMechanism implements HttpAuthenticationMechanism {

    private final SessionCookie cookie;

    SessionMechanism(SessionCookie cookie) {
        this.cookie = cookie;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext request, IdentityProviderManager identities) {
        return cookie.read(request)
                .map(value -> identities.authenticate(new SessionRequest(value, CsrfProof.of(request))))
                .orElseGet(() -> Uni.createFrom().nullItem());
    }

    /** No challenge: the browser's own login dialog knows no API keys. */
    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext request) {
        return Uni.createFrom().nullItem();
    }

    @Override
    public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
        return Set.of(SessionRequest.class);
    }

    /** After the API key, before open access. */
    @Override
    public int getPriority() {
        return DEFAULT_PRIORITY + 1;
    }
}
