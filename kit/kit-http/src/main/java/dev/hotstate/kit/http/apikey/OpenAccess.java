package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.caller.CallerIdentity;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;

/**
 * Where authentication is off, a request without a key or a session may do everything. {@link LoopbackGuard} sees to it that
 * such a request comes from a program on this machine, or from a page of ours.
 */
@Singleton
class OpenAccess implements HttpAuthenticationMechanism {

    private final boolean open;

    OpenAccess(AuthConfig config) {
        this.open = !config.required();
    }

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext request, IdentityProviderManager identities) {
        return open
                ? Uni.createFrom().item(CallerIdentity.ANYBODY)
                : Uni.createFrom().nullItem();
    }

    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext request) {
        return Uni.createFrom().nullItem();
    }

    /** After all mechanisms that look for credentials. */
    @Override
    public int getPriority() {
        return DEFAULT_PRIORITY - 1;
    }
}
