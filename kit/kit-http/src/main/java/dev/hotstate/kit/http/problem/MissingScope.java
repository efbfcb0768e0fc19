package dev.hotstate.kit.http.problem;

import jakarta.annotation.security.RolesAllowed;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;

/** Names the scopes of which the caller has none. Quarkus refuses without telling. */
final class MissingScope {

    private MissingScope() {}

    /** To be called while the refused request is at hand; empty if it can't be told. */
    static Optional<Refusal> ofThisRequest() {
        var request = CurrentRequestManager.get();
        if (request == null || request.getTarget() == null) {
            return Optional.empty();
        }
        var method = request.getTarget().getLazyMethod().getMethod();
        return Stream.of(method, method.getDeclaringClass())
                .map(place -> place.getAnnotation(RolesAllowed.class))
                .filter(Objects::nonNull)
                .findFirst()
                .map(allowed -> Refusal.ofLackingScope(allowed.value()));
    }
}
