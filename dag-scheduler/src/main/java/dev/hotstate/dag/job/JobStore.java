package dev.hotstate.dag.job;

import dev.hotstate.dag.job.JobSnapshot.Stopping;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.TaskSpec;
import dev.hotstate.dag.task.TaskState.End;
import dev.hotstate.dag.task.TaskState.Life;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.lang.reflect.Array;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Jobs and tasks in Postgres: what was ordered, and the way back from there to what Redis needs. */
@Singleton
public class JobStore {

    private static final String INSERT_JOB = """
            insert into job (id, name, created_by, labels, body_hash, task_count, on_failure, durability, concurrency_max,
                             deadline_at, webhook_url, webhook_secret, stored_at, queues)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, case when $13 then now() end, $14)
            on conflict (id) do nothing
            returning created_at""";

    private static final String INSERT_TASKS = """
            insert into task (job_id, id, position, name, depends_on, queue, priority, max_retries, backoff_ms, backoff_max_ms,
                              timeout_ms, lease_ms, trigger_rule, condition, delay_until, payload, confirmed)
            select $1, id, position, name, string_to_array(parents, ','), queue, priority, max_retries, backoff, backoff_max,
                   timeout, lease, rule, condition, delay_until, payload, $2
            from unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::smallint[], $9::int[], $10::bigint[],
                        $11::bigint[], $12::bigint[], $13::bigint[], $14::text[], $15::text[], $16::timestamptz[], $17::text[])
                 as ordered (id, position, name, parents, queue, priority, max_retries, backoff, backoff_max, timeout, lease,
                             rule, condition, delay_until, payload)
            on conflict do nothing""";

    private static final String FIND_ORDER =
            "select body_hash, stored_at is not null as stored, submitted_at is not null as submitted from job where id = $1";

    private static final String MARK_STORED = """
            update job set stored_at = coalesce(stored_at, now()) where id = $1
            returning cancelling, cancel_reason""";

    private static final String MARK_SUBMITTED =
            "update job set submitted_at = coalesce(submitted_at, now()) where id = $1";

    private static final String MARK_STOPPING = """
            update job set cancel_reason = case when cancelling is null then $3 else cancel_reason end,
                           cancel_heard = cancelling is not null and cancel_heard, cancelling = coalesce(cancelling, $2)
            where id = $1 and finished_at is null
            returning run, stored_at is not null as stored, cancel_heard""";

    private static final String MARK_HEARD = """
            update job set cancel_reason = case when cancelling is null then $3 else cancel_reason end,
                           cancel_heard = true, cancelling = coalesce(cancelling, $2)
            where id = $1 and run = $4 and finished_at is null""";

    private static final String UNMARK = """
            update job set cancelling = null, cancel_reason = null
            where id = $1 and run = $2 and finished_at is null and not cancel_heard""";

    private static final String FIND_STOPPING = """
            select id, run, cancelling, cancel_reason from job
            where cancelling is not null and finished_at is null and submitted_at is not null order by id limit $1""";

    private static final String FIND_JOB = """
            select id, name, created_by, created_at, run, on_failure, durability, concurrency_max, deadline_at, paused,
                   cancelling, cancel_reason
            from job where id = $1""";

    private static final String FIND_UNFINISHED = """
            select id, task_count from job
            where finished_at is null and submitted_at is not null and id > $1 order by id limit $2""";

    private static final String FIND_RUN = "select run from job where id = $1";

    private static final String FIND_END =
            "select case when finished_at is null then '' else status end as status from job where id = $1";

    private static final String HAS_TASK = "select exists (select from task where job_id = $1 and id = $2) as found";

    private static final String TASK_COLUMNS = """
            select id, position, name, array_to_string(depends_on, ',') as parents, queue, priority, max_retries, backoff_ms,
                   backoff_max_ms, timeout_ms, lease_ms, trigger_rule, condition is not null as has_condition, delay_until,
                   payload is not null as has_payload, status, attempt, retries, output, reason
            """;

    private static final String FIND_NAMED =
            TASK_COLUMNS + "from task where job_id = $1 and id = any($2) and confirmed";

    private static final String FIND_TASKS = TASK_COLUMNS + """
            from task where job_id = $1 and (confirmed or $4) and position > $2 order by position limit $3""";

    private static final int TASKS_AT_ONCE = 4_000;
    private static final int PARTS_IN_FLIGHT = 3;
    private static final int READ_AT_ONCE = 5_000;

    private final Database database;

    JobStore(Database database) {
        this.database = database;
    }

    /** What is known of an order under some id. */
    record Known(byte[] bodyHash, boolean stored, boolean submitted) {

        boolean isSame(byte[] hash) {
            return Arrays.equals(bodyHash, hash);
        }
    }

    // ---- writing what was ordered ----

    /**
     * When it was stored, if the id was free. A job with many tasks is whole only when {@link #storeTasks} has ended as well.
     */
    Uni<Optional<Instant>> insert(JobOrder order, byte[] bodyHash, byte @Nullable [] sealedSecret) {
        boolean atOnce = isStoredAtOnce(order);
        return database.inTransaction(connection -> insertJob(connection, order, bodyHash, sealedSecret, atOnce)
                .call(inserted -> inserted.isPresent() && atOnce
                        ? insertTasks(connection, order.id(), order.tasks(), 0, true)
                        : Uni.createFrom().voidItem()));
    }

    static boolean isStoredAtOnce(JobOrder order) {
        return order.tasks().size() <= TASKS_AT_ONCE;
    }

    private static Uni<Optional<Instant>> insertJob(
            SqlConnection connection, JobOrder order, byte[] bodyHash, byte @Nullable [] sealedSecret, boolean whole) {
        var hook = order.webhook();
        var row = Tuple.from(Arrays.asList(
                order.id(),
                order.name(),
                order.createdBy(),
                new JsonObject(new LinkedHashMap<>(order.labels())),
                Buffer.buffer(bodyHash),
                order.tasks().size(),
                order.onFailure().word(),
                order.durability().word(),
                order.concurrencyMax(),
                order.deadline() == null ? null : order.deadline().atOffset(ZoneOffset.UTC),
                hook == null ? null : hook.url().toString(),
                sealedSecret == null ? null : Buffer.buffer(sealedSecret),
                whole,
                queues(order.tasks())));
        return connection
                .preparedQuery(INSERT_JOB)
                .execute(row)
                .map(inserted -> first(inserted).map(stored -> instant(stored, "created_at")));
    }

    /**
     * The tasks of a large job, a part at a time; parts that are there already stay. Tells whether it shall be stopped by now:
     * whoever said so before all was stored leaves it to the one who stores.
     */
    Uni<Optional<Stopping>> storeTasks(JobOrder order) {
        var parts = new ArrayList<Uni<Void>>();
        for (int from = 0; from < order.tasks().size(); from += TASKS_AT_ONCE) {
            int first = from;
            var part = order.tasks()
                    .subList(from, Math.min(from + TASKS_AT_ONCE, order.tasks().size()));
            parts.add(database.inTransaction(connection -> insertTasks(connection, order.id(), part, first, true)));
        }
        return Multi.createFrom()
                .iterable(parts)
                .onItem()
                .transformToUni(Function.identity())
                .merge(PARTS_IN_FLIGHT)
                .onItem()
                .ignoreAsUni()
                .chain(() -> database.query(MARK_STORED, order.id()))
                .map(rows -> first(rows).map(JobStore::stopping));
    }

    /** By their names, each once. */
    public static String[] queues(Collection<TaskOrder> tasks) {
        return tasks.stream().map(TaskOrder::queue).distinct().sorted().toArray(String[]::new);
    }

    /** @param confirmed whether they belong to the job from now on */
    public static Uni<Void> insertTasks(
            SqlConnection connection, String job, List<TaskOrder> tasks, int firstPosition, boolean confirmed) {
        int size = tasks.size();
        var positions = new Integer[size];
        Arrays.setAll(positions, i -> firstPosition + i);
        var row = Tuple.from(Arrays.asList(
                job,
                confirmed,
                texts(tasks, TaskOrder::id),
                positions,
                texts(tasks, TaskOrder::name),
                texts(tasks, task -> String.join(",", task.dependsOn())),
                texts(tasks, TaskOrder::queue),
                column(tasks, Short.class, task -> (short) task.priority()),
                column(tasks, Integer.class, TaskOrder::maxRetries),
                column(tasks, Long.class, task -> task.backoff().toMillis()),
                column(tasks, Long.class, task -> task.backoffMax().toMillis()),
                column(tasks, Long.class, task -> task.spec().timeoutMs()),
                column(tasks, Long.class, task -> task.lease().toMillis()),
                texts(tasks, task -> task.triggerRule().word()),
                texts(tasks, TaskOrder::condition),
                column(
                        tasks,
                        OffsetDateTime.class,
                        task -> task.delayUntil() == null
                                ? null
                                : task.delayUntil().atOffset(ZoneOffset.UTC)),
                texts(tasks, TaskOrder::payload)));
        return connection.preparedQuery(INSERT_TASKS).execute(row).replaceWithVoid();
    }

    private static String[] texts(List<TaskOrder> tasks, Function<TaskOrder, @Nullable String> value) {
        return column(tasks, String.class, value);
    }

    @SuppressWarnings("unchecked")
    private static <T> T[] column(List<TaskOrder> tasks, Class<T> type, Function<TaskOrder, @Nullable T> value) {
        var column = (T[]) Array.newInstance(type, tasks.size());
        Arrays.setAll(column, i -> value.apply(tasks.get(i)));
        return column;
    }

    /**
     * What shall be stopped.
     *
     * @param stored whether all its tasks are in Postgres
     * @param heard whether Redis has taken it before
     */
    record Marked(int run, boolean stored, boolean heard) {}

    /** Remembers that a job shall be stopped, unless it is already; empty if it has ended, or is not there. */
    Uni<Optional<Marked>> markStopping(String job, Stopping stopping) {
        return database.query(MARK_STOPPING, job, stopping.becomes(), stopping.reason())
                .map(rows -> first(rows)
                        .map(row -> new Marked(
                                row.getInteger("run"), row.getBoolean("stored"), row.getBoolean("cancel_heard"))));
    }

    /** Remembers that Redis has taken it: from here on the job ends as one that was stopped. False if that run has ended before. */
    Uni<Boolean> markHeard(String job, int run, Stopping stopping) {
        return database.query(MARK_HEARD, job, stopping.becomes(), stopping.reason(), run)
                .map(rows -> rows.rowCount() > 0);
    }

    /** Forgets that it shall be stopped: it had ended before Redis heard of it, which may still lose that end. */
    Uni<Void> unmark(String job, int run) {
        return database.query(UNMARK, job, run).replaceWithVoid();
    }

    /** A job that shall be stopped. */
    record ToStop(String job, int run, Stopping stopping) {}

    Uni<List<ToStop>> beingStopped(int limit) {
        return database.query(FIND_STOPPING, limit)
                .map(rows -> rows.stream()
                        .map(row -> new ToStop(row.getString("id"), row.getInteger("run"), stopping(row)))
                        .toList());
    }

    /** A job that was submitted and has not ended. */
    public record Unfinished(String id, int tasks) {}

    /** In the order of their ids, those that follow one. */
    public Uni<List<Unfinished>> unfinished(String last, int limit) {
        return database.query(FIND_UNFINISHED, last, limit)
                .map(rows -> rows.stream()
                        .map(row -> new Unfinished(row.getString("id"), row.getInteger("task_count")))
                        .toList());
    }

    Uni<Boolean> exists(String job) {
        return database.query("select from job where id = $1", job).map(rows -> rows.size() > 0);
    }

    Uni<Void> markSubmitted(String job) {
        return database.query(MARK_SUBMITTED, job).replaceWithVoid();
    }

    Uni<Optional<Known>> known(String job) {
        return database.query(FIND_ORDER, job)
                .map(rows -> first(rows)
                        .map(row -> new Known(
                                row.getBuffer("body_hash").getBytes(),
                                row.getBoolean("stored"),
                                row.getBoolean("submitted"))));
    }

    // ---- reading it back ----

    /** Which run of the job is the newest one; empty if there is no such job. */
    Uni<Optional<Integer>> run(String job) {
        return database.query(FIND_RUN, job).map(rows -> first(rows).map(row -> row.getInteger("run")));
    }

    /** The job as Postgres knows it: definition, and the ends of tasks that have reached it. */
    public Uni<Optional<JobSnapshot>> snapshot(String job) {
        return database.query(FIND_JOB, job)
                .chain(rows -> first(rows)
                        .map(row -> tasks(job).map(tasks -> Optional.of(snapshot(row, tasks))))
                        .orElseGet(() -> Uni.createFrom().item(Optional.empty())));
    }

    private Uni<List<TaskSnapshot>> tasks(String job) {
        return tasksAfter(job, -1, new ArrayList<>());
    }

    private Uni<List<TaskSnapshot>> tasksAfter(String job, int position, List<TaskSnapshot> read) {
        return database.query(FIND_TASKS, job, position, READ_AT_ONCE, false).chain(rows -> {
            int last = position;
            for (var row : rows) {
                read.add(task(row));
                last = row.getInteger("position");
            }
            return rows.size() < READ_AT_ONCE ? Uni.createFrom().item(read) : tasksAfter(job, last, read);
        });
    }

    /** Some tasks that stand one after the other, also those that are not confirmed. */
    public Uni<List<TaskSnapshot>> tasksFrom(String job, int position, int count) {
        return database.query(FIND_TASKS, job, position - 1, count, true).map(rows -> {
            var tasks = new ArrayList<TaskSnapshot>(count);
            rows.forEach(row -> tasks.add(task(row)));
            return tasks;
        });
    }

    public Uni<Map<String, TaskSnapshot>> tasksNamed(String job, Collection<String> names) {
        return database.query(FIND_NAMED, job, names.toArray(String[]::new)).map(rows -> {
            var tasks = new HashMap<String, TaskSnapshot>();
            rows.forEach(row -> tasks.put(row.getString("id"), task(row)));
            return tasks;
        });
    }

    private static JobSnapshot snapshot(Row row, List<TaskSnapshot> tasks) {
        return new JobSnapshot(
                row.getString("id"),
                row.getString("name"),
                row.getString("created_by"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getInteger("run"),
                OnFailure.valueOf(row.getString("on_failure").toUpperCase(Locale.ROOT)),
                Durability.valueOf(row.getString("durability").toUpperCase(Locale.ROOT)),
                row.getInteger("concurrency_max"),
                instant(row, "deadline_at"),
                row.getBoolean("paused"),
                stopping(row),
                tasks);
    }

    private static @Nullable Stopping stopping(Row row) {
        var becomes = row.getString("cancelling");
        var reason = row.getString("cancel_reason");
        return becomes == null ? null : new Stopping(becomes, reason == null ? "" : reason);
    }

    private static TaskSnapshot task(Row row) {
        var parents = row.getString("parents");
        var life = lifeOf(row.getString("status"));
        var delay = instant(row, "delay_until");
        var spec = new TaskSpec(
                TriggerRule.valueOf(row.getString("trigger_rule").toUpperCase(Locale.ROOT)),
                row.getString("queue"),
                row.getInteger("priority"),
                row.getInteger("max_retries"),
                row.getLong("backoff_ms"),
                row.getLong("backoff_max_ms"),
                row.getLong("lease_ms"),
                row.getLong("timeout_ms"),
                delay == null ? 0 : delay.toEpochMilli(),
                row.getBoolean("has_payload"),
                row.getBoolean("has_condition"));
        return new TaskSnapshot(
                row.getString("id"),
                row.getString("name"),
                parents.isEmpty() ? List.of() : List.of(parents.split(",")),
                spec,
                life,
                row.getLong("attempt"),
                endOf(life, row.getString("reason")),
                row.getInteger("retries"),
                life == Life.COMPLETED ? row.getString("output") : null);
    }

    private static Life lifeOf(String status) {
        return switch (status) {
            case "COMPLETED" -> Life.COMPLETED;
            case "FAILED" -> Life.FAILED;
            case "SKIPPED" -> Life.SKIPPED;
            case "CANCELLED" -> Life.CANCELLED;
            default -> Life.PENDING;
        };
    }

    private static End endOf(Life life, @Nullable String reason) {
        return switch (life) {
            case COMPLETED -> End.COMPLETED;
            case FAILED -> End.FAILED;
            case SKIPPED -> "parent_failed".equals(reason) ? End.FAILED : End.SKIPPED;
            case CANCELLED -> End.CANCELLED;
            default -> End.NONE;
        };
    }

    private static @Nullable Instant instant(Row row, String column) {
        var at = row.getOffsetDateTime(column);
        return at == null ? null : at.toInstant();
    }

    /** Empty: no such job; an empty text: it has not ended; else how it ended. */
    Uni<Optional<String>> ended(String job) {
        return database.query(FIND_END, job).map(rows -> first(rows).map(row -> row.getString("status")));
    }

    Uni<Boolean> hasTask(TaskId task) {
        return database.query(HAS_TASK, task.job(), task.task())
                .map(rows -> rows.iterator().next().getBoolean("found"));
    }

    private static Optional<Row> first(RowSet<Row> rows) {
        var all = rows.iterator();
        return all.hasNext() ? Optional.of(all.next()) : Optional.empty();
    }
}
