package dev.hotstate.dag.template;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Schedules in Postgres, and what became of their times; each change is recorded. */
@Singleton
class ScheduleStore {

    static final Paging PAGING = new Paging("schedules", 50, 500);
    static final Paging FIRES = new Paging("fires", 50, 500);

    static final String LAST_FIRE = """
            , (select state from schedule_fire where schedule_id = schedule.id order by fire_at desc limit 1) as last_fire""";

    private static final String CREATE = """
            insert into schedule (id, template, cron, zone, parameters, misfire, catch_up_max, enabled, next_fire_at, changed_by)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            returning *""" + LAST_FIRE;

    private static final String REPLACE = """
            update schedule set template = $2, cron = $3, zone = $4, parameters = $5, misfire = $6, catch_up_max = $7,
                enabled = $8, next_fire_at = $9, changed_by = $10, changed_at = now()
            where id = $1 returning *""" + LAST_FIRE;

    private static final String LIST = "select *" + LAST_FIRE + """
             from schedule
            where id > $1 and ($3::text is null or template = $3) and ($4::boolean is null or enabled = $4)
            order by id limit $2""";

    private static final String FIND = "select *" + LAST_FIRE + " from schedule where id = $1";
    private static final String DELETE = "delete from schedule where id = $1";

    private static final String LIST_FIRES = """
            select fire_at, fired_at, job_id, state, detail from schedule_fire
            where schedule_id = $1 and fire_at < $2 and ($4::text is null or state = $4)
            order by fire_at desc limit $3""";

    /** Where the list of fires, newest first, begins. */
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    private final Database database;
    private final AuditLog audit;
    private final TemplateJson json;

    ScheduleStore(Database database, AuditLog audit, TemplateJson json) {
        this.database = database;
        this.audit = audit;
        this.json = json;
    }

    /** A schedule that was checked. */
    record Checked(
            String id,
            String template,
            String cron,
            String zone,
            String parameters,
            MisfirePolicy misfire,
            int catchUpMax,
            boolean enabled,
            @Nullable Instant nextFireAt) {}

    Uni<ScheduleView> create(Caller caller, Checked schedule) {
        return put(CREATE, caller, schedule);
    }

    /** Fails with 404 if there is none. */
    Uni<ScheduleView> replace(Caller caller, Checked schedule) {
        return put(REPLACE, caller, schedule);
    }

    private Uni<ScheduleView> put(String sql, Caller caller, Checked schedule) {
        var row = Tuple.from(Arrays.asList(
                schedule.id(),
                schedule.template(),
                schedule.cron(),
                schedule.zone(),
                schedule.parameters(),
                schedule.misfire().word(),
                schedule.catchUpMax(),
                schedule.enabled(),
                time(schedule.nextFireAt()),
                caller.actor()));
        return database.inTransaction(transaction -> transaction
                .preparedQuery(sql)
                .execute(row)
                .map(rows -> rows.stream().findFirst().map(this::view).orElseThrow(() -> unknown(schedule.id())))
                .call(view -> audit.record(
                        transaction, caller, "schedule.put", view.id(), Map.of("template", view.template()))));
    }

    /** Those of a template, or those that are on or off; whatever is absent is not asked for. */
    Uni<Page<ScheduleView>> list(PageRequest request, @Nullable String template, @Nullable Boolean enabled) {
        var after = request.after().map(position -> position.text(0)).orElse("");
        return database.query(LIST, after, request.fetch(), template, enabled).map(rows -> {
            var views = new ArrayList<ScheduleView>();
            rows.forEach(row -> views.add(view(row)));
            return PAGING.page(request, views, view -> Position.of(view.id()));
        });
    }

    /** Fails with 404 if there is none. */
    Uni<ScheduleView> find(String id) {
        return database.query(FIND, id).map(rows -> {
            if (rows.size() == 0) {
                throw unknown(id);
            }
            return view(rows.iterator().next());
        });
    }

    /** Fails with 404 if there is none. */
    Uni<Void> delete(Caller caller, String id) {
        return database.inTransaction(transaction -> transaction
                .preparedQuery(DELETE)
                .execute(Tuple.of(id))
                .invoke(rows -> {
                    if (rows.rowCount() == 0) {
                        throw unknown(id);
                    }
                })
                .chain(() -> audit.record(transaction, caller, "schedule.delete", id, Map.of())));
    }

    /** Newest first. */
    Uni<Page<FireView>> fires(String id, PageRequest request, @Nullable String state) {
        var before = request.after().map(position -> position.instant(0)).orElse(LATEST);
        return database.query(LIST_FIRES, id, time(before), request.fetch(), state)
                .map(rows -> {
                    var views = new ArrayList<FireView>();
                    rows.forEach(row -> views.add(new FireView(
                            row.getOffsetDateTime("fire_at").toInstant(),
                            row.getOffsetDateTime("fired_at").toInstant(),
                            row.getString("job_id"),
                            row.getString("state"),
                            row.getString("detail"))));
                    return FIRES.page(request, views, view -> Position.of(view.fireAt()));
                });
    }

    private static Refusal unknown(String id) {
        return new Refusal(KitProblem.NOT_FOUND, "There is no schedule " + id + ".");
    }

    ScheduleView view(Row row) {
        var next = row.getOffsetDateTime("next_fire_at");
        boolean enabled = row.getBoolean("enabled");
        return new ScheduleView(
                row.getString("id"),
                row.getString("template"),
                row.getString("cron"),
                row.getString("zone"),
                json.values(row.getString("parameters")),
                MisfirePolicy.ofWord(row.getString("misfire")),
                row.getInteger("catch_up_max"),
                enabled,
                next == null || !enabled ? null : next.toInstant(),
                row.getString("last_fire"),
                row.getString("changed_by"),
                row.getOffsetDateTime("changed_at").toInstant());
    }

    static @Nullable OffsetDateTime time(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
