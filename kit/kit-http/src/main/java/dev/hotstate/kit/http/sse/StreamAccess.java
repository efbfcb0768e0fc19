package dev.hotstate.kit.http.sse;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.request.CountedCaller;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticator;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

/**
 * Whether the caller of a stream would be let in again. A stream lasts longer than the look at its credentials when it
 * began: meanwhile a key may be revoked, expire or be rotated away, and a session may be logged out.
 */
@Singleton
class StreamAccess {

    private static final Supplier<Uni<Boolean>> PUBLIC = () -> Uni.createFrom().item(true);

    private final CurrentVertxRequest current;
    private final HttpAuthenticator authenticator;

    StreamAccess(CurrentVertxRequest current, HttpAuthenticator authenticator) {
        this.current = current;
        this.authenticator = authenticator;
    }

    /** As whom the stream that is asked for counts. */
    String callerOfThisRequest() {
        return CountedCaller.of(current.getCurrent());
    }

    /** To be asked now and then, on the context of the request at hand. */
    Supplier<Uni<Boolean>> ofThisRequest() {
        var request = current.getCurrent();
        return request.user() instanceof QuarkusHttpUser ? () -> isLetIn(request) : PUBLIC;
    }

    /** Fails when that can't be told, as while Postgres is down; nobody is sent away for that. */
    private Uni<Boolean> isLetIn(RoutingContext request) {
        return authenticator
                .attemptAuthentication(request)
                .map(identity -> identity != null)
                .onFailure(StreamAccess::meansNo)
                .recoverWithItem(false);
    }

    /** A key that is good is let in from an address that tried too many wrong ones, too. */
    private static boolean meansNo(Throwable failure) {
        return failure instanceof AuthenticationFailedException
                || failure instanceof Refusal refusal && refusal.type() == KitProblem.TOO_MANY_FAILED_LOGINS;
    }
}
