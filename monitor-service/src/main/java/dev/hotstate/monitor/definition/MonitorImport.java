package dev.hotstate.monitor.definition;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Author;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Makes definitions as a document says, by name: applying it again changes nothing. The whole document is checked first; then
 * it is applied in parts, each in a transaction of its own and repeated while Postgres is busy or somebody else imports the
 * same, so that an import that is interrupted is simply repeated.
 */
@Singleton
class MonitorImport {

    private static final int PART = 100;

    /** Of one part. A busy Postgres takes its time for a hundred rows, and nobody else waits for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private static final int REPETITIONS_MAX = 2;
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int PROBLEMS_MAX = 100;
    private static final int EXPORT_PAGE = 500;

    private final MonitorStore store;
    private final MonitorDrafts drafts;
    private final Rollout rollout;
    private final AuditLog audit;
    private final Database database;
    private final Clock clock;
    private final int monitorsMax;

    MonitorImport(
            MonitorStore store,
            MonitorDrafts drafts,
            Rollout rollout,
            AuditLog audit,
            Database database,
            Clock clock,
            DefinitionConfig config) {
        this.store = store;
        this.drafts = drafts;
        this.rollout = rollout;
        this.audit = audit;
        this.database = database;
        this.clock = clock;
        this.monitorsMax = config.importMax();
    }

    Uni<ImportReport> run(List<MonitorSpec> wanted, boolean dryRun, Caller caller) {
        check(wanted);
        var author = caller.author();
        return Multi.createFrom()
                .iterable(parts(wanted))
                .onItem()
                .transformToUniAndConcatenate(part -> dryRun ? rehearse(part) : apply(part, author))
                .collect()
                .in(() -> new ArrayList<ImportReport>(), ArrayList::add)
                .map(reports -> reports.stream().reduce(ImportReport.nothing(dryRun), ImportReport::plus));
    }

    /** All definitions that a filter selects, by name. */
    Uni<List<MonitorSpec>> export(MonitorFilter filter) {
        return exportFrom(filter, "", new ArrayList<>());
    }

    private Uni<List<MonitorSpec>> exportFrom(MonitorFilter filter, String afterName, List<MonitorSpec> soFar) {
        return store.search(filter, afterName, EXPORT_PAGE).chain(page -> {
            page.forEach(monitor -> soFar.add(monitor.spec()));
            return page.size() < EXPORT_PAGE
                    ? Uni.createFrom().item(soFar)
                    : exportFrom(filter, page.getLast().name(), soFar);
        });
    }

    private Uni<ImportReport> rehearse(List<MonitorSpec> part) {
        return store.findByName(names(part))
                .chain(present -> ImportPlan.of(part, present, drafts, clock.instant()))
                .map(plan -> plan.report(true));
    }

    private Uni<ImportReport> apply(List<MonitorSpec> part, Author author) {
        return database.inTransaction(
                        PATIENCE,
                        transaction -> store.now(transaction)
                                .chain(now -> store.lockByName(transaction, names(part))
                                        .chain(present -> ImportPlan.of(part, present, drafts, now)))
                                .call(plan -> plan.isEmpty()
                                        ? Uni.createFrom().voidItem()
                                        : write(transaction, plan, author)))
                // Whatever became of it: applied again it finds what is there already, also if that was made by its
                // first try.
                .onFailure(
                        failure -> failure instanceof PostgresUnavailable || MonitorAdministration.isTakenName(failure))
                .retry()
                .withBackOff(PAUSE)
                .atMost(REPETITIONS_MAX)
                .onFailure(MonitorAdministration::isTakenName)
                .transform(raced -> new Refusal(
                        KitProblem.CONFLICT, "Somebody else created one of these monitors. Import the document again."))
                .call(plan -> rollout.tell(plan.touched(), false))
                .map(plan -> plan.report(false));
    }

    private Uni<Void> write(SqlConnection transaction, ImportPlan plan, Author author) {
        return (plan.creations().isEmpty() ? Uni.createFrom().voidItem() : store.insert(transaction, inOrder(plan)))
                .chain(() -> plan.changes().isEmpty()
                        ? Uni.createFrom().voidItem()
                        : store.update(transaction, plan.changes()))
                .chain(() -> audit.record(transaction, author, "monitors.imported", "import", auditDetail(plan)));
    }

    /** Two imports of the same names then wait for each other one way only. */
    private static List<Monitor> inOrder(ImportPlan plan) {
        return plan.creations().stream()
                .sorted(Comparator.comparing(Monitor::name))
                .toList();
    }

    private static Map<String, Object> auditDetail(ImportPlan plan) {
        return Map.of(
                "created", plan.creations().stream().map(Monitor::id).toList(),
                "changed", plan.changes().stream().map(Monitor::id).toList());
    }

    private void check(List<MonitorSpec> wanted) {
        if (wanted.size() > monitorsMax) {
            throw refusal(List.of(FieldError.at("/monitors", "must be at most " + monitorsMax)));
        }
        var problems = new ArrayList<FieldError>();
        var placeOfName = new HashMap<String, Integer>();
        for (int i = 0; i < wanted.size() && problems.size() < PROBLEMS_MAX; i++) {
            var place = "/monitors/" + i;
            for (var problem : drafts.policy().problems(wanted.get(i))) {
                problems.add(FieldError.at(place + problem.pointer(), problem.detail()));
            }
            var earlier = placeOfName.putIfAbsent(wanted.get(i).name(), i);
            if (earlier != null) {
                problems.add(FieldError.at(place + "/name", "is also the name of /monitors/" + earlier));
            }
        }
        if (!problems.isEmpty()) {
            throw refusal(problems);
        }
    }

    private static Refusal refusal(List<FieldError> problems) {
        return new Refusal(KitProblem.INVALID_INPUT, "Nothing was imported. See errors.", problems);
    }

    private static List<List<MonitorSpec>> parts(List<MonitorSpec> wanted) {
        return IntStream.iterate(0, from -> from < wanted.size(), from -> from + PART)
                .mapToObj(from -> wanted.subList(from, Math.min(from + PART, wanted.size())))
                .toList();
    }

    private static List<String> names(List<MonitorSpec> specs) {
        return specs.stream().map(MonitorSpec::name).toList();
    }
}
