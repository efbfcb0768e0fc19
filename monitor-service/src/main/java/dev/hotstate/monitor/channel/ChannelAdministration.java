package dev.hotstate.monitor.channel;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.egress.EgressGuard;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.secret.SecretLost;
import dev.hotstate.monitor.platform.MonitorProblem;
import dev.hotstate.monitor.platform.PublicId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Creates, changes and deletes channels; each change and its audit entry are one transaction. */
@Singleton
class ChannelAdministration {

    static final Paging PAGING = new Paging("channels", 50, 500);

    private static final String UNIQUE_VIOLATION = "23505";

    private final ChannelStore store;
    private final ChannelVault vault;
    private final EgressGuard guard;
    private final AuditLog audit;
    private final Database database;
    private final Clock clock;

    ChannelAdministration(
            ChannelStore store, ChannelVault vault, EgressGuard guard, AuditLog audit, Database database, Clock clock) {
        this.store = store;
        this.vault = vault;
        this.guard = guard;
        this.audit = audit;
        this.database = database;
        this.clock = clock;
    }

    Uni<Page<Channel>> page(PageRequest request) {
        return store.page(request)
                .map(list -> PAGING.page(request, list, channel -> Position.of(channel.createdAt(), channel.id())));
    }

    Uni<Channel> get(String id) {
        return store.find(id).map(ChannelAdministration::required);
    }

    /** A channel as it is or would be. */
    record Draft(ChannelSettings settings, Map<String, String> secrets) {}

    Uni<Draft> draft(String id) {
        return get(id).chain(present -> vault.open(present).map(secrets -> new Draft(present.settings(), secrets)));
    }

    Uni<Draft> draft(ChannelSpec spec) {
        return Uni.createFrom().item(() -> new Draft(spec.settings(), checked(spec, Map.of())));
    }

    Uni<Draft> draft(String id, ChannelSpec change) {
        return get(id).chain(present -> changed(present, change)).map(secrets -> new Draft(change.settings(), secrets));
    }

    /** Its view tells the signing secret if one was drawn. */
    Uni<ChannelView> create(ChannelSpec spec, Caller caller) {
        var id = PublicId.next("ch");
        var secrets = checked(spec, Map.of());
        var drawn = spec.secrets().containsKey(WebhookSettings.SIGNING_SECRET)
                ? null
                : secrets.get(WebhookSettings.SIGNING_SECRET);
        return vault.seal(id, secrets)
                .map(secured -> channel(id, spec, secured, now()))
                .call(channel -> saved(transaction -> put(transaction, channel, "channel.created", caller)))
                .map(channel -> ChannelView.of(channel, drawn));
    }

    Uni<Channel> replace(String id, ChannelSpec spec, Caller caller) {
        return saved(transaction -> store.lock(transaction, id)
                .map(ChannelAdministration::required)
                .chain(present -> changed(present, spec)
                        .chain(secrets -> vault.seal(id, secrets))
                        .map(secured -> channel(id, spec, secured, present.createdAt())))
                .call(channel -> put(transaction, channel, "channel.changed", caller)));
    }

    /** The secrets that it has after the change. */
    private Uni<Map<String, String>> changed(Channel present, ChannelSpec spec) {
        return vault.open(present)
                .onFailure(SecretLost.class)
                .recoverWithItem(Map.of())
                .invoke(secrets -> refuseAny(ChannelPolicy.problemsOfMoving(present.settings(), spec, secrets)))
                .map(secrets -> checked(spec, secrets));
    }

    Uni<Void> delete(String id, Caller caller) {
        return database.inTransaction(transaction -> store.lock(transaction, id)
                .map(ChannelAdministration::required)
                .chain(present -> store.delete(transaction, id)
                        .chain(() -> audit.record(
                                transaction, caller, "channel.deleted", id, Map.of("name", present.name())))));
    }

    private Uni<Void> put(SqlConnection transaction, Channel channel, String action, Caller caller) {
        var detail = Map.<String, Object>of(
                "name", channel.name(), "kind", channel.settings().kind(), "enabled", channel.enabled());
        return store.put(transaction, channel)
                .chain(() -> audit.record(transaction, caller, action, channel.id(), detail));
    }

    private <T> Uni<T> saved(Function<SqlConnection, Uni<T>> work) {
        return database.inTransaction(work)
                .onFailure(ChannelAdministration::isNameTaken)
                .transform(taken -> new Refusal(KitProblem.CONFLICT, "There is a channel with this name."));
    }

    /** @return the secrets that the channel has from now on */
    private Map<String, String> checked(ChannelSpec spec, Map<String, String> present) {
        var secrets = ChannelPolicy.settled(spec, present);
        refuseAny(ChannelPolicy.problems(spec, secrets, guard::objection));
        return secrets;
    }

    private static void refuseAny(List<FieldError> problems) {
        if (!problems.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", problems);
        }
    }

    private Channel channel(String id, ChannelSpec spec, byte[] secrets, Instant createdAt) {
        return new Channel(id, spec.name(), spec.settings(), secrets, spec.tags(), spec.enabled(), createdAt, now());
    }

    private static Channel required(Optional<Channel> found) {
        return found.orElseThrow(() -> new Refusal(MonitorProblem.CHANNEL_NOT_FOUND, "There is no such channel."));
    }

    private static boolean isNameTaken(Throwable failure) {
        return failure instanceof PgException refused && UNIQUE_VIOLATION.equals(refused.getSqlState());
    }

    /** Postgres keeps microseconds; a finer time would come back as another one. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
