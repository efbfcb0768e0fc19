package dev.hotstate.monitor.definition;

import dev.hotstate.kit.http.egress.EgressGuard;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.platform.PublicId;
import dev.hotstate.monitor.probe.HttpTarget;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes monitors of specifications: checked, with their secrets sealed, and numbered. */
@Singleton
class MonitorDrafts {

    private final SpecPolicy policy;
    private final SecretVault vault;

    MonitorDrafts(DefinitionConfig config, EgressGuard guard, SecretVault vault) {
        this.policy = new SpecPolicy(config.intervalMin(), guard::objection);
        this.vault = vault;
    }

    SpecPolicy policy() {
        return policy;
    }

    /** Refuses what breaks a rule, with all that is wrong. */
    void check(MonitorSpec spec) {
        var problems = policy.problems(spec);
        if (!problems.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", problems);
        }
    }

    Uni<Monitor> first(MonitorSpec spec, Instant now) {
        var id = PublicId.next("mon");
        return vault.settle(id, spec.secrets(), null)
                .map(secrets ->
                        new Monitor(id, spec.withoutSecrets(), secrets.orElse(null), token(spec, null), 1, now, now));
    }

    /** The same one if nothing differs. Absent secrets stay as they are, unless the kind of monitor has none. */
    Uni<Monitor> next(Monitor before, MonitorSpec spec, Instant now) {
        var present = spec.kind().equals("http") ? before.sealedSecrets() : null;
        if (present != null && spec.secrets() == null && !sameHost(before.spec(), spec)) {
            throw new Refusal(
                    KitProblem.INVALID_INPUT,
                    "The secrets of \"" + spec.name() + "\" are for the host that they were given for.",
                    List.of(FieldError.at("/secrets", "must be given again for another host, or be {}")));
        }
        return vault.settle(before.id(), spec.secrets(), present).map(secrets -> {
            var after = new Monitor(
                    before.id(),
                    spec.withoutSecrets(),
                    secrets.orElse(null),
                    token(spec, before),
                    before.nextVersion(),
                    before.createdAt(),
                    now);
            return after.isDefinedAs(before) ? before : after;
        });
    }

    private static boolean sameHost(MonitorSpec before, MonitorSpec after) {
        return before.target() instanceof HttpTarget one
                && after.target() instanceof HttpTarget other
                && Objects.equals(
                        URI.create(one.url()).getHost(), URI.create(other.url()).getHost());
    }

    private static @Nullable UUID token(MonitorSpec spec, @Nullable Monitor before) {
        if (spec.push() == null) {
            return null;
        }
        return before != null && before.pushToken() != null ? before.pushToken() : UUID.randomUUID();
    }
}
