package dev.hotstate.kit.http.session;

import dev.hotstate.kit.http.caller.CallerIdentity;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.session.Sessions.OpenedSession;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

@Singleton
class SessionIdentityProvider implements IdentityProvider<SessionRequest> {

    private static final Refusal NO_CSRF_TOKEN = new Refusal(
            KitProblem.CSRF_TOKEN_REQUIRED, "Send the session's csrfToken in the header " + CsrfProof.HEADER + ".");

    private final Sessions sessions;

    SessionIdentityProvider(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Class<SessionRequest> getRequestType() {
        return SessionRequest.class;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(SessionRequest request, AuthenticationRequestContext context) {
        return sessions.find(request.cookie())
                .map(found -> found.orElseThrow(AuthenticationFailedException::new))
                .chain(opened -> owner(opened, request.csrfProof()))
                .map(caller -> caller);
    }

    private Uni<CallerIdentity> owner(OpenedSession opened, CsrfProof proof) {
        return sessions.owner(opened.session())
                .map(found -> found.orElseThrow(AuthenticationFailedException::new))
                .invoke(() -> requireProof(proof, opened));
    }

    private static void requireProof(CsrfProof proof, OpenedSession opened) {
        if (!proof.holds(opened.csrfToken())) {
            throw NO_CSRF_TOKEN;
        }
    }
}
