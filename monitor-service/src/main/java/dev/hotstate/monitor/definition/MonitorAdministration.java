package dev.hotstate.monitor.definition;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.platform.MonitorProblem;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Changes definitions one by one: change and audit entry are one transaction, then everybody is told. */
@Singleton
class MonitorAdministration {

    static final Paging PAGING = new Paging("monitors", 100, 500);

    private static final String UNIQUE_VIOLATION = "23505";

    private final MonitorStore store;
    private final MonitorDrafts drafts;
    private final Rollout rollout;
    private final Definitions definitions;
    private final BeforeRemoval beforeRemoval;
    private final AuditLog audit;
    private final Database database;

    MonitorAdministration(
            MonitorStore store,
            MonitorDrafts drafts,
            Rollout rollout,
            Definitions definitions,
            BeforeRemoval beforeRemoval,
            AuditLog audit,
            Database database) {
        this.store = store;
        this.drafts = drafts;
        this.rollout = rollout;
        this.definitions = definitions;
        this.beforeRemoval = beforeRemoval;
        this.audit = audit;
        this.database = database;
    }

    Uni<Page<Monitor>> page(MonitorFilter filter, PageRequest request) {
        var afterName = request.after().map(position -> position.text(0)).orElse("");
        return store.search(filter, afterName, request.fetch())
                .map(found -> PAGING.page(request, found, monitor -> Position.of(monitor.name())));
    }

    /** As Postgres has it, which is what its editor wants to see. */
    Uni<Monitor> get(String id) {
        return store.find(List.of(id)).map(found -> required(found.stream().findFirst()));
    }

    Uni<Monitor> create(MonitorSpec spec, Caller caller) {
        drafts.check(spec);
        return database.inTransaction(transaction -> store.now(transaction)
                        .chain(now -> drafts.first(spec, now))
                        .call(monitor -> store.insert(transaction, List.of(monitor)))
                        .call(monitor -> audit(transaction, caller, "monitor.created", monitor)))
                .onFailure(MonitorAdministration::isTakenName)
                .transform(taken -> nameTaken(spec.name()))
                .call(created -> rollout.tell(List.of(created), true));
    }

    Uni<Monitor> replace(String id, MonitorSpec spec, Caller caller) {
        drafts.check(spec);
        return change(id, "monitor.changed", caller, before -> spec);
    }

    Uni<Monitor> setEnabled(String id, boolean enabled, Caller caller) {
        return change(
                id, enabled ? "monitor.enabled" : "monitor.disabled", caller, before -> before.withEnabled(enabled));
    }

    Uni<Void> delete(String id, Caller caller) {
        return database.inTransaction(transaction -> store.lock(transaction, id)
                        .map(MonitorAdministration::required)
                        .call(() -> beforeRemoval.beforeRemoval(transaction, id))
                        .call(() -> store.now(transaction).chain(now -> store.delete(transaction, id, now)))
                        .call(monitor -> audit(transaction, caller, "monitor.deleted", monitor)))
                .chain(rollout::tellDeleted);
    }

    Uni<MonitorSchedule.Hastening> hasten(String id) {
        return definitions
                .find(id)
                .map(MonitorAdministration::required)
                .invoke(MonitorAdministration::requireCheckable)
                .chain(monitor -> rollout.hasten(monitor.id()));
    }

    private Uni<Monitor> change(String id, String action, Caller caller, UnaryOperator<MonitorSpec> decision) {
        return database.inTransaction(transaction -> store.lock(transaction, id)
                        .map(MonitorAdministration::required)
                        .chain(before -> store.now(transaction)
                                .chain(now -> drafts.next(before, decision.apply(before.spec()), now))
                                .call(after -> write(transaction, action, caller, before, after))))
                .onFailure(MonitorAdministration::isTakenName)
                .transform(taken -> nameTaken("that"))
                .call(after -> rollout.tell(List.of(after), true));
    }

    private Uni<Void> write(SqlConnection transaction, String action, Caller caller, Monitor before, Monitor after) {
        return after.equals(before)
                ? Uni.createFrom().voidItem()
                : store.update(transaction, List.of(after)).chain(() -> audit(transaction, caller, action, after));
    }

    private Uni<Void> audit(SqlConnection transaction, Caller caller, String action, Monitor monitor) {
        return audit.record(
                transaction,
                caller,
                action,
                monitor.id(),
                Map.of("name", monitor.name(), "kind", monitor.kind(), "version", monitor.version()));
    }

    private static Monitor required(Optional<Monitor> found) {
        return found.orElseThrow(() -> new Refusal(MonitorProblem.MONITOR_NOT_FOUND, "There is no such monitor."));
    }

    private static void requireCheckable(Monitor monitor) {
        if (monitor.isPush()) {
            throw new Refusal(KitProblem.CONFLICT, "A push monitor reports by itself; nobody can check it.");
        }
        if (!monitor.enabled()) {
            throw new Refusal(KitProblem.CONFLICT, "The monitor is disabled.");
        }
    }

    static boolean isTakenName(Throwable failure) {
        return failure instanceof PgException refused && UNIQUE_VIOLATION.equals(refused.getSqlState());
    }

    static Refusal nameTaken(String name) {
        return new Refusal(KitProblem.CONFLICT, "There is another monitor called " + name + ".");
    }
}
