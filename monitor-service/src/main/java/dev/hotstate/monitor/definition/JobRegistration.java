package dev.hotstate.monitor.definition;

import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Push monitors that jobs make by themselves, with the usual values of Healthchecks: a report a day, an hour of grace. */
@Singleton
public class JobRegistration {

    private static final Duration USUAL_INTERVAL = Duration.ofDays(1);
    private static final PushSettings USUAL_GRACE = new PushSettings(Duration.ofHours(1));

    private final MonitorAdministration administration;
    private final MonitorStore store;
    private final Definitions definitions;

    JobRegistration(MonitorAdministration administration, MonitorStore store, Definitions definitions) {
        this.administration = administration;
        this.store = store;
        this.definitions = definitions;
    }

    /**
     * The push monitors of a slug that are known here, or, of that very name, in Postgres: another instance may have made it a
     * moment ago.
     */
    public Uni<List<Monitor>> find(String slug) {
        var known = definitions.knownBySlug(slug);
        return known.isEmpty() ? named(slug) : Uni.createFrom().item(known);
    }

    /** Makes one, unless somebody else just has; empty if the name is taken by a monitor of another kind. */
    public Uni<Optional<Monitor>> register(String slug, Caller caller) {
        var spec = new MonitorSpec(
                slug, null, USUAL_GRACE, USUAL_INTERVAL, null, null, null, null, null, null, null, null, null);
        return administration
                .create(spec, caller)
                .map(Optional::of)
                .onFailure(JobRegistration::isTakenName)
                .recoverWithUni(() -> named(slug).map(found -> found.stream().findFirst()));
    }

    private Uni<List<Monitor>> named(String slug) {
        return store.findByName(List.of(slug))
                .map(found -> found.stream()
                        .filter(Monitor::isPush)
                        .map(definitions::learn)
                        .toList());
    }

    private static boolean isTakenName(Throwable failure) {
        return failure instanceof Refusal refusal && refusal.type() == KitProblem.CONFLICT;
    }
}
