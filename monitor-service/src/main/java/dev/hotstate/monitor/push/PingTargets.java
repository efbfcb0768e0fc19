package dev.hotstate.monitor.push;

import dev.hotstate.kit.http.apikey.ApiKeys;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.caller.CallerIdentity;
import dev.hotstate.kit.http.request.ClientAddress;
import dev.hotstate.monitor.definition.JobRegistration;
import dev.hotstate.monitor.definition.Monitor;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Whose ping it is. */
@RequestScoped
class PingTargets {

    /** What an API key must be allowed to name jobs by their slugs, and to make them. */
    static final String SCOPE = "ping";

    /** What was found. */
    sealed interface Target {

        record Found(Monitor monitor, boolean created) implements Target {}

        /** There is no such job, or the key is not good: who guesses learns nothing. */
        record Unknown() implements Target {}

        /** Several jobs have that slug. */
        record Ambiguous() implements Target {}
    }

    private final Reports reports;
    private final PingLimit limit;
    private final JobRegistration jobs;
    private final ApiKeys keys;
    private final CurrentIdentityAssociation identity;
    private final Caller caller;
    private final RoutingContext request;

    PingTargets(
            Reports reports,
            PingLimit limit,
            JobRegistration jobs,
            ApiKeys keys,
            CurrentIdentityAssociation identity,
            Caller caller,
            RoutingContext request) {
        this.reports = reports;
        this.limit = limit;
        this.jobs = jobs;
        this.keys = keys;
        this.identity = identity;
        this.caller = caller;
        this.request = request;
    }

    Uni<Target> ofToken(UUID token) {
        if (reports.isKnown(token)) {
            limit.requireReport(token);
        } else {
            limit.requireGuess(ClientAddress.of(request));
        }
        return reports.find(token).map(found -> found(found, false));
    }

    /** @param create whether to make the job if there is none */
    Uni<Target> ofSlug(String key, String slug, boolean create) {
        limit.requireReport(key, slug);
        return keys.authenticate(key, ClientAddress.of(request))
                .map(Optional::of)
                .onFailure(AuthenticationFailedException.class)
                .recoverWithItem(Optional.empty())
                .chain(owner -> owner.filter(known -> known.hasRole(SCOPE))
                        .map(known -> ofSlug(known, slug, create))
                        .orElseGet(() -> Uni.createFrom().item(new Target.Unknown())));
    }

    private Uni<Target> ofSlug(CallerIdentity owner, String slug, boolean create) {
        return jobs.find(slug).chain(found -> {
            if (found.isEmpty() && create) {
                identity.setIdentity(owner);
                return jobs.register(slug, caller).map(made -> found(made, true));
            }
            return Uni.createFrom().item(theOnly(found));
        });
    }

    private static Target theOnly(List<Monitor> found) {
        return found.size() > 1 ? new Target.Ambiguous() : found(found.stream().findFirst(), false);
    }

    private static Target found(Optional<Monitor> monitor, boolean created) {
        return monitor.<Target>map(known -> new Target.Found(known, created)).orElseGet(Target.Unknown::new);
    }
}
