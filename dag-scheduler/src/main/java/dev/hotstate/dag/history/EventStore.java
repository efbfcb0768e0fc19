package dev.hotstate.dag.history;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Reads what was stored of events. */
@Singleton
class EventStore {

    private static final String FILTER = """
             and ($5::text is null or status = $5) and ($6::text is null or verdict = $6)
            """;

    private static final String AFTER = "select * from event where job_id = $1 and (entry_ms, entry_number) > ($2, $3)"
            + FILTER + "order by entry_ms, entry_number limit $4";

    private static final String BEFORE = "select * from event where job_id = $1 and (entry_ms, entry_number) < ($2, $3)"
            + FILTER + "order by entry_ms desc, entry_number desc limit $4";

    /** Those of a task are found by the primary key: among all those of its job they may be few and far between. */
    private static final String OF_TASK =
            "with event as materialized (select * from event where job_id = $1 and task_id = $7) ";

    private static final String JOB = "select status, paused from job where id = $1";
    private static final String COUNTS =
            "select status, count(*) as tasks from task where job_id = $1 and confirmed group by status";
    private static final String TASK = "select from task where job_id = $1 and id = $2 and confirmed";

    private final Database database;

    EventStore(Database database) {
        this.database = database;
    }

    Uni<List<JobEvent>> after(String job, EntryId position, int limit) {
        return after(job, position, limit, EventFilter.ALL);
    }

    Uni<List<JobEvent>> after(String job, EntryId position, int limit, EventFilter filter) {
        return read(AFTER, job, position, limit, filter);
    }

    /** Newest first. */
    Uni<List<JobEvent>> before(String job, EntryId position, int limit, EventFilter filter) {
        return read(BEFORE, job, position, limit, filter);
    }

    private Uni<List<JobEvent>> read(String sql, String job, EntryId position, int limit, EventFilter filter) {
        var status = filter.status() == null ? null : filter.status().name();
        var verdict = filter.verdict() == null ? null : filter.verdict().name();
        var rows = filter.task() == null
                ? database.query(sql, job, position.ms(), position.number(), limit, status, verdict)
                : database.query(
                        OF_TASK + sql, job, position.ms(), position.number(), limit, status, verdict, filter.task());
        return rows.map(EventStore::events);
    }

    /** Fails with 404 if there is no such job. */
    Uni<Void> requireJob(String job) {
        return database.query(JOB, job)
                .invoke(rows -> only(rows, "There is no job " + job + "."))
                .replaceWithVoid();
    }

    /** Fails with 404 if there is no such job. */
    Uni<JobSnapshot> snapshot(String job) {
        return database.query(JOB, job)
                .map(rows -> only(rows, "There is no job " + job + "."))
                .chain(row -> database.query(COUNTS, job)
                        .map(counts -> new JobSnapshot(
                                job, row.getString("status"), row.getBoolean("paused"), byStatus(counts))));
    }

    /** Fails with 404 if there is no such task. */
    Uni<Void> requireTask(TaskId id) {
        return database.query(TASK, id.job(), id.task())
                .invoke(rows -> only(rows, "There is no task " + id + "."))
                .replaceWithVoid();
    }

    private static Row only(RowSet<Row> rows, String otherwise) {
        if (rows.size() == 0) {
            throw new Refusal(KitProblem.NOT_FOUND, otherwise);
        }
        return rows.iterator().next();
    }

    private static LinkedHashMap<String, Long> byStatus(RowSet<Row> rows) {
        var counts = new LinkedHashMap<String, Long>();
        rows.forEach(row -> counts.put(row.getString("status"), row.getLong("tasks")));
        return counts;
    }

    private static List<JobEvent> events(RowSet<Row> rows) {
        var events = new ArrayList<JobEvent>(rows.size());
        rows.forEach(row -> events.add(JobEvent.of(row)));
        return events;
    }
}
