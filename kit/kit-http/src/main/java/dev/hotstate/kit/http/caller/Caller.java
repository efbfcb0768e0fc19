package dev.hotstate.kit.http.caller;

import dev.hotstate.kit.http.correlation.RequestId;
import dev.hotstate.kit.http.problem.Refusal;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import java.util.Set;

/** Who makes the present request. For resources that are not public. */
@RequestScoped
public class Caller {

    private final CurrentIdentityAssociation identity;
    private final RoutingContext request;

    Caller(CurrentIdentityAssociation identity, RoutingContext request) {
        this.identity = identity;
        this.request = request;
    }

    /** For people: the key's name, and its id since names are not unique. Without keys everybody is the same. */
    public String actor() {
        return identity.getIdentity() instanceof CallerIdentity caller && !caller.equals(CallerIdentity.ANYBODY)
                ? caller.name() + " (" + caller.keyId() + ")"
                : name();
    }

    public Author author() {
        return new Author(actor(), requestId());
    }

    /** What the successors of a key have in common with it. */
    public String name() {
        return identity.getIdentity() instanceof CallerIdentity caller ? caller.name() : "anonymous";
    }

    public String requestId() {
        return RequestId.of(request);
    }

    public boolean may(String scope) {
        return identity.getIdentity().hasRole(scope);
    }

    /** The parameters of a scope: for {@code driver} the drivers whose key this is, if it is one of drivers. */
    public Set<String> parametersOf(String scope) {
        return new Scopes(identity.getIdentity().getRoles()).parameters(scope);
    }

    /** Refuses a key that was made for another one: a driver's key moves that driver only. */
    public void requireOwn(String scope, String parameter) {
        var own = parametersOf(scope);
        if (!own.isEmpty() && !own.contains(parameter) && !may(Scopes.WRITE)) {
            throw Refusal.ofLackingScope(Scopes.WRITE, scope + ":" + parameter);
        }
    }
}
