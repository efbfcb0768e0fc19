package dev.hotstate.dag.history;

import static java.util.stream.Collectors.groupingBy;

import dev.hotstate.dag.growth.AdditionStore;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.webhook.WebhookOutbox;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Writes events and what follows from them, a batch in one transaction; a batch that comes again changes nothing. */
@Singleton
class MirrorStore {

    private static final Logger LOG = Logger.getLogger(MirrorStore.class);

    private static final String STORE_EVENTS = """
            insert into event (job_id, task_id, attempt, seq, entry_ms, entry_number, type, at, status, verdict, worker, detail)
            select new.* from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
                    $8::timestamptz[], $9::text[], $10::text[], $11::text[], $12::text[])
                as new (job_id, task_id, attempt, seq, entry_ms, entry_number, type, at, status, verdict, worker, detail)
            where exists (select from job where job.id = new.job_id)
            on conflict do nothing""";

    private static final String LOCK_TASKS = """
            select task.job_id, task.id, status, attempt, retries, worker, started_at, finished_at, output, reason, last_seq
            from task join unnest($1::text[], $2::text[]) as named (job_id, id) using (job_id, id)
            order by task.job_id, task.id for update of task""";

    private static final String STORE_TASKS = """
            update task set status = new.status, attempt = new.attempt, retries = new.retries, worker = new.worker,
                started_at = new.started_at, finished_at = new.finished_at, output = new.output, reason = new.reason,
                last_seq = new.last_seq
            from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::integer[], $6::text[], $7::timestamptz[],
                    $8::timestamptz[], $9::text[], $10::text[], $11::bigint[])
                as new (job_id, id, status, attempt, retries, worker, started_at, finished_at, output, reason, last_seq)
            where task.job_id = new.job_id and task.id = new.id""";

    private static final String LOCK_JOBS = """
            select id, run, status, paused, reason, started_at, finished_at, cancelling, cancel_reason, cancel_heard, last_seq
            from job where id = any ($1::text[]) order by id for update""";

    private static final String STORE_JOBS = """
            update job set status = new.status, paused = new.paused, reason = new.reason, started_at = new.started_at,
                finished_at = new.finished_at, cancelling = new.cancelling, cancel_reason = new.cancel_reason,
                cancel_heard = new.cancel_heard, last_seq = new.last_seq
            from unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[],
                    $8::text[], $9::boolean[], $10::bigint[])
                as new (id, status, paused, reason, started_at, finished_at, cancelling, cancel_reason, cancel_heard, last_seq)
            where job.id = new.id""";

    /**
     * All tasks have ended before their job does. One that was added and of which nothing was heard Redis has lost, with its newest writes, and
     * then the job ended without it: that end is none. It runs on as a further run, in which only what has not ended runs, as after a rerun. A
     * job that was stopped, and says so or why, needs them no more: see {@link #CANCEL_REST}.
     */
    private static final String RUN_ON = """
            update job set status = 'PENDING', finished_at = null, submitted_at = null, run = run + 1,
                run_after[run] = greatest((select max(attempt) from task where job_id = job.id), run_after[run - 1])
            where id = any ($1::text[]) and status in ('COMPLETED', 'FAILED') and reason is null and exists (
                select from addition join task on task.job_id = addition.job_id and task.position = addition.first_position
                where addition.job_id = job.id and addition.confirmed_at is not null and task.status = 'PENDING')
            returning id""";

    /** Tasks that were added to jobs which were stopped, and which Redis has lost with its newest writes: of others it tells the end. */
    private static final String CANCEL_REST = """
            update task set status = 'CANCELLED', finished_at = job.finished_at
            from job where job.id = any ($1::text[]) and (job.status = 'CANCELLED' or job.reason is not null)
                and exists (select from addition where job_id = job.id)
                and task.job_id = job.id and task.confirmed
                and task.status not in ('COMPLETED', 'FAILED', 'SKIPPED', 'CANCELLED')""";

    private final Database database;

    MirrorStore(Database database) {
        this.database = database;
    }

    /** @param events of whatever partitions, those of each in order */
    Uni<Void> store(List<JobEvent> events) {
        return database.inTransaction(transaction -> storeEvents(transaction, events)
                .chain(() -> confirmAdditions(transaction, events))
                .chain(() -> storeTasks(transaction, events))
                .chain(() -> storeJobs(transaction, events)));
    }

    private static Uni<Void> storeEvents(SqlConnection transaction, List<JobEvent> events) {
        var rows = Tuple.tuple()
                .addValue(column(events, JobEvent::job, String[]::new))
                .addValue(column(events, JobEvent::task, String[]::new))
                .addValue(column(events, JobEvent::attempt, Long[]::new))
                .addValue(column(events, JobEvent::seq, Long[]::new))
                .addValue(column(events, event -> event.id().ms(), Long[]::new))
                .addValue(column(events, event -> event.id().number(), Long[]::new))
                .addValue(column(events, JobEvent::type, String[]::new))
                .addValue(column(events, event -> time(event.at()), OffsetDateTime[]::new))
                .addValue(column(events, JobEvent::status, String[]::new))
                .addValue(column(events, JobEvent::verdict, String[]::new))
                .addValue(column(events, JobEvent::worker, String[]::new))
                .addValue(column(events, JobEvent::storedDetail, String[]::new));
        return transaction.preparedQuery(STORE_EVENTS).execute(rows).replaceWithVoid();
    }

    /** What Redis has added is part of the job, even if who asked for it died before it could say so. */
    private static Uni<Void> confirmAdditions(SqlConnection transaction, List<JobEvent> events) {
        var confirmed = Uni.createFrom().voidItem();
        for (var event : events) {
            if (event.isAddition()) {
                int slash = event.detail().indexOf('/');
                var adder = new TaskId(event.job(), event.detail().substring(0, slash));
                var request = event.detail().substring(slash + 1);
                confirmed = confirmed.chain(() -> AdditionStore.confirm(transaction, adder, event.attempt(), request));
            }
        }
        return confirmed;
    }

    // ---- tasks ------------------------------------------------------------------------------------------------------

    private static Uni<Void> storeTasks(SqlConnection transaction, List<JobEvent> events) {
        var byTask = events.stream()
                .filter(JobEvent::isOfTask)
                .collect(groupingBy(event -> new TaskId(event.job(), event.task())));
        if (byTask.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var named = Tuple.of(
                column(byTask.keySet(), TaskId::job, String[]::new),
                column(byTask.keySet(), TaskId::task, String[]::new));
        return transaction
                .preparedQuery(LOCK_TASKS)
                .execute(named)
                .map(rows -> changedTasks(rows, byTask))
                .chain(changed -> writeTasks(transaction, changed));
    }

    private static Map<TaskId, TaskRecord> changedTasks(RowSet<Row> rows, Map<TaskId, List<JobEvent>> byTask) {
        var changed = new LinkedHashMap<TaskId, TaskRecord>();
        for (var row : rows) {
            var id = new TaskId(row.getString("job_id"), row.getString("id"));
            var before = TaskRecord.of(row);
            var after = before;
            for (var event : byTask.get(id)) {
                after = after.after(event);
            }
            if (!after.equals(before)) {
                changed.put(id, after);
            }
        }
        return changed;
    }

    private static Uni<Void> writeTasks(SqlConnection transaction, Map<TaskId, TaskRecord> changed) {
        if (changed.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var ids = changed.keySet();
        var tasks = changed.values();
        var rows = Tuple.tuple()
                .addValue(column(ids, TaskId::job, String[]::new))
                .addValue(column(ids, TaskId::task, String[]::new))
                .addValue(column(tasks, TaskRecord::status, String[]::new))
                .addValue(column(tasks, TaskRecord::attempt, Long[]::new))
                .addValue(column(tasks, TaskRecord::retries, Integer[]::new))
                .addValue(column(tasks, TaskRecord::worker, String[]::new))
                .addValue(column(tasks, task -> time(task.startedAt()), OffsetDateTime[]::new))
                .addValue(column(tasks, task -> time(task.finishedAt()), OffsetDateTime[]::new))
                .addValue(column(tasks, TaskRecord::output, String[]::new))
                .addValue(column(tasks, TaskRecord::reason, String[]::new))
                .addValue(column(tasks, TaskRecord::lastSeq, Long[]::new));
        return transaction.preparedQuery(STORE_TASKS).execute(rows).replaceWithVoid();
    }

    // ---- jobs -------------------------------------------------------------------------------------------------------

    private static Uni<Void> storeJobs(SqlConnection transaction, List<JobEvent> events) {
        var byJob = events.stream().filter(JobEvent::isOfJob).collect(groupingBy(JobEvent::job));
        if (byJob.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return transaction
                .preparedQuery(LOCK_JOBS)
                .execute(Tuple.of(byJob.keySet().toArray(String[]::new)))
                .chain(rows -> {
                    var changed = changedJobs(rows, byJob);
                    return writeJobs(transaction, changed)
                            .chain(() -> runOn(transaction, ended(changed)))
                            .call(ended -> cancelRest(transaction, ended))
                            .chain(ended -> WebhookOutbox.ended(transaction, ended));
                });
    }

    private static Map<String, JobRecord> changedJobs(RowSet<Row> rows, Map<String, List<JobEvent>> byJob) {
        var changed = new TreeMap<String, JobRecord>();
        for (var row : rows) {
            var id = row.getString("id");
            var before = JobRecord.of(row);
            var after = before;
            for (var event : byJob.get(id)) {
                after = after.after(event);
            }
            if (!after.equals(before)) {
                changed.put(id, after);
            }
        }
        return changed;
    }

    private static Uni<Void> writeJobs(SqlConnection transaction, Map<String, JobRecord> changed) {
        if (changed.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var jobs = changed.values();
        var rows = Tuple.tuple()
                .addValue(changed.keySet().toArray(String[]::new))
                .addValue(column(jobs, JobRecord::status, String[]::new))
                .addValue(column(jobs, JobRecord::paused, Boolean[]::new))
                .addValue(column(jobs, JobRecord::reason, String[]::new))
                .addValue(column(jobs, job -> time(job.startedAt()), OffsetDateTime[]::new))
                .addValue(column(jobs, job -> time(job.finishedAt()), OffsetDateTime[]::new))
                .addValue(column(jobs, JobRecord::cancelling, String[]::new))
                .addValue(column(jobs, JobRecord::cancelReason, String[]::new))
                .addValue(column(jobs, JobRecord::cancelHeard, Boolean[]::new))
                .addValue(column(jobs, JobRecord::lastSeq, Long[]::new));
        return transaction.preparedQuery(STORE_JOBS).execute(rows).replaceWithVoid();
    }

    /** Gives those that really ended. */
    private static Uni<List<String>> runOn(SqlConnection transaction, List<String> ended) {
        return ended.isEmpty()
                ? Uni.createFrom().item(ended)
                : transaction
                        .preparedQuery(RUN_ON)
                        .execute(Tuple.of(ended.toArray(String[]::new)))
                        .map(rows -> {
                            var runOn = new HashSet<String>();
                            rows.forEach(row -> runOn.add(row.getString("id")));
                            runOn.forEach(
                                    job -> LOG.warnf("%s ended without tasks that Redis has lost: it runs on", job));
                            return ended.stream()
                                    .filter(job -> !runOn.contains(job))
                                    .toList();
                        });
    }

    private static Uni<Void> cancelRest(SqlConnection transaction, List<String> ended) {
        return ended.isEmpty()
                ? Uni.createFrom().voidItem()
                : transaction
                        .preparedQuery(CANCEL_REST)
                        .execute(Tuple.of(ended.toArray(String[]::new)))
                        .replaceWithVoid();
    }

    private static List<String> ended(Map<String, JobRecord> changed) {
        return changed.entrySet().stream()
                .filter(job -> job.getValue().finishedAt() != null)
                .map(Map.Entry::getKey)
                .toList();
    }

    // ---- arrays -----------------------------------------------------------------------------------------------------

    private static <T, V> V[] column(Collection<T> rows, Function<T, @Nullable V> value, IntFunction<V[]> array) {
        return rows.stream().map(value).toArray(array);
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
