package dev.hotstate.dag.growth;

import dev.hotstate.dag.graph.GraphCheck;
import dev.hotstate.dag.graph.GraphFinding;
import dev.hotstate.dag.job.JobOrders;
import dev.hotstate.dag.job.JobStore;
import dev.hotstate.dag.job.PayloadSecrets;
import dev.hotstate.dag.job.TaskOrder;
import dev.hotstate.dag.platform.DagFailure.JobEnded;
import dev.hotstate.dag.platform.DagFailure.JobNotFound;
import dev.hotstate.dag.platform.DagFailure.TaskNotAdded;
import dev.hotstate.dag.platform.DagFailure.TaskNotFound;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Additions in Postgres. */
@Singleton
public class AdditionStore {

    /** Additions to one job stand one behind the other here: always locked before them and their tasks. */
    private static final String LOCK_JOB =
            "select status, finished_at is not null as ended from job where id = $1 for no key update";

    private static final String FIND = """
            select job_id, task_id, attempt, request, body_hash, first_position, tasks, confirmed_at is not null as confirmed
            from addition where job_id = $1 and task_id = $2 and request = $3""";

    private static final String TAKE_OVER =
            "update addition set attempt = $4 where job_id = $1 and task_id = $2 and request = $3";

    private static final String KNOWN_TASKS = "select id from task where job_id = $1 and id = any($2)";

    /** And how many tasks the job has, with those that may become part of it. */
    private static final String NEXT_POSITION = """
            select coalesce(max(position) + 1, 0) as position,
                (select task_count from job where id = $1) + coalesce(
                    (select sum(tasks) from addition where job_id = $1 and confirmed_at is null), 0)::int as tasks
            from task where job_id = $1""";

    private static final String INSERT = """
            insert into addition (job_id, task_id, request, attempt, first_attempt, body_hash, first_position, tasks)
            values ($1, $2, $3, $4, $4, $5, $6, $7)""";

    /**
     * With it all that its tasks and its adder came by: they are part of the job if it is, and a job must never be loaded without what some of
     * its tasks depend on. An attempt that came before the row means another one, which is gone. A job whose end is known ended without it.
     * Every offset 0 keeps a step for itself, and keys are given as arrays, which Postgres takes for short: as one join it went through all tasks
     * of a large job, hundreds of times.
     */
    private static final String CONFIRM = """
            with recursive open as materialized (
                select task_id, request, first_attempt, first_position, tasks from addition
                where job_id = $1 and confirmed_at is null),
            sure as (
                select task_id, request, first_position, tasks from open
                where task_id = $2 and request = $3 and first_attempt <= $4
                    and exists (select from job where id = $1 and finished_at is null)
                union
                select other.task_id, other.request, other.first_position, other.tasks
                from sure
                cross join lateral (
                    select open.* from (
                        select array(
                            select position from task where job_id = $1 and not confirmed and id = any (array(
                                select distinct unnest(depends_on || sure.task_id) from task
                                where job_id = $1 and position = any (array(
                                    select generate_series(sure.first_position, sure.first_position + sure.tasks - 1)))
                            ))) as positions
                        offset 0) as needed
                    join open on exists (
                        select from unnest(needed.positions) as at (position)
                        where at.position >= open.first_position and at.position < open.first_position + open.tasks)
                    offset 0) as other),
            done as (
                update addition set confirmed_at = now() from sure
                where job_id = $1 and addition.task_id = sure.task_id and addition.request = sure.request
                    and confirmed_at is null
                returning addition.first_position, addition.tasks),
            joined as (
                update task set confirmed = true from done
                where job_id = $1 and position >= done.first_position and position < done.first_position + done.tasks)
            update job set task_count = task_count + (select sum(tasks) from done)
            where id = $1 and exists (select from done)""";

    private static final String IS_CONFIRMED =
            "select from addition where job_id = $1 and task_id = $2 and request = $3 and confirmed_at is not null";

    /** One too many does no harm. */
    private static final String ADD_QUEUES =
            "update job set queues = array(select unnest(queues) union select unnest($2::text[])) where id = $1";

    /** With it those that name its tasks, or that these add: Redis has not taken them, and never can. */
    private static final String DROP = """
            with recursive open as materialized (
                select task_id, request, attempt, first_position, tasks from addition
                where job_id = $1 and confirmed_at is null),
            refused as (
                select task_id, request, first_position, tasks from open
                where task_id = $2 and request = $3 and attempt = $4
                union
                select other.task_id, other.request, other.first_position, other.tasks
                from refused
                cross join lateral (
                    select array(
                        select id from task where job_id = $1 and position = any (array(
                            select generate_series(refused.first_position, refused.first_position + refused.tasks - 1)))
                    ) as ids
                    offset 0) as lost
                join open other on other.task_id = any (lost.ids) or exists (
                    select from task where job_id = $1 and depends_on && lost.ids and position = any (array(
                        select generate_series(other.first_position, other.first_position + other.tasks - 1))))),
            gone as (
                delete from addition using refused
                where job_id = $1 and addition.task_id = refused.task_id and addition.request = refused.request
                    and confirmed_at is null
                returning addition.first_position, addition.tasks)
            delete from task using gone
            where job_id = $1 and position >= gone.first_position and position < gone.first_position + gone.tasks""";

    private static final String OPEN = """
            select job_id, task_id, attempt, request, first_position, tasks from addition
            where confirmed_at is null and created_at < $1 order by created_at limit $2""";

    private static final String OPEN_OF_JOB = """
            select job_id, task_id, attempt, request, first_position, tasks from addition
            where job_id = $1 and confirmed_at is null order by first_position""";

    private static final String CONFIRMED_OF_JOB = """
            select addition.job_id, task_id, addition.attempt, request, first_position, tasks, task.id as first_task
            from addition join task on task.job_id = addition.job_id and task.position = first_position
            where addition.job_id = $1 and confirmed_at is not null and first_position > $2
            order by first_position limit $3""";

    private final Database database;
    private final PayloadSecrets secrets;

    AdditionStore(Database database, PayloadSecrets secrets) {
        this.database = database;
        this.secrets = secrets;
    }

    /**
     * An addition that is in Postgres.
     *
     * @param confirmed whether its tasks are part of the job
     */
    record Stored(Addition addition, boolean confirmed) {}

    /**
     * Stores tasks that are no part of the job yet, or finds them stored by the same request.
     *
     * @param hash of the request: another content under the same name is refused
     * @param named ids of the new tasks and of those they depend on
     * @param read makes tasks of the request, given which of these the job has; it may refuse
     */
    Uni<Stored> reserve(
            TaskId adder,
            String attempt,
            String request,
            byte[] hash,
            Collection<String> named,
            Function<Set<String>, List<TaskOrder>> read) {
        return database.inTransaction(connection -> lock(connection, adder.job())
                .chain(() -> connection.preparedQuery(FIND).execute(Tuple.of(adder.job(), adder.task(), request)))
                .chain(found -> found.size() > 0
                        ? again(connection, found.iterator().next(), attempt, hash)
                        : known(connection, adder, named)
                                .map(read)
                                .chain(tasks -> secrets.seal(adder.job(), tasks))
                                .chain(tasks -> insert(connection, adder, attempt, request, hash, tasks))));
    }

    private static Uni<Void> lock(SqlConnection connection, String job) {
        return connection.preparedQuery(LOCK_JOB).execute(Tuple.of(job)).chain(rows -> {
            if (rows.size() == 0) {
                return Uni.createFrom().failure(new JobNotFound(job));
            }
            var row = rows.iterator().next();
            return row.getBoolean("ended")
                    ? Uni.createFrom().failure(new JobEnded(job, row.getString("status")))
                    : Uni.createFrom().voidItem();
        });
    }

    private static Uni<Stored> again(SqlConnection connection, Row row, String attempt, byte[] hash) {
        var before = addition(row);
        if (!Arrays.equals(row.getBuffer("body_hash").getBytes(), hash)) {
            return Uni.createFrom()
                    .failure(new TaskNotAdded(
                            "The request " + before.request() + " of " + before.adder() + " added other tasks."));
        }
        if (row.getBoolean("confirmed")) {
            return Uni.createFrom().item(new Stored(before, true));
        }
        var taken = new Addition(before.adder(), attempt, before.request(), before.firstPosition(), before.tasks());
        return connection.preparedQuery(TAKE_OVER).execute(key(taken)).replaceWith(new Stored(taken, false));
    }

    private static Uni<Set<String>> known(SqlConnection connection, TaskId adder, Collection<String> named) {
        var asked = new HashSet<>(named);
        asked.add(adder.task());
        return connection
                .preparedQuery(KNOWN_TASKS)
                .execute(Tuple.of(adder.job(), asked.toArray(String[]::new)))
                .map(rows -> {
                    var known = new HashSet<String>();
                    rows.forEach(row -> known.add(row.getString("id")));
                    if (!known.contains(adder.task())) {
                        throw new TaskNotFound(adder.toString());
                    }
                    return known;
                });
    }

    private static Uni<Stored> insert(
            SqlConnection connection,
            TaskId adder,
            String attempt,
            String request,
            byte[] hash,
            List<TaskOrder> tasks) {
        return connection
                .preparedQuery(NEXT_POSITION)
                .execute(Tuple.of(adder.job()))
                .map(rows -> placeFor(tasks.size(), rows.iterator().next()))
                .chain(position -> {
                    var addition = new Addition(adder, attempt, request, position, tasks.size());
                    return JobStore.insertTasks(connection, adder.job(), tasks, position, false)
                            .chain(() -> connection
                                    .preparedQuery(ADD_QUEUES)
                                    .execute(Tuple.of(adder.job(), JobStore.queues(tasks))))
                            .chain(() -> connection
                                    .preparedQuery(INSERT)
                                    .execute(Tuple.from(List.of(
                                            adder.job(),
                                            adder.task(),
                                            request,
                                            Long.parseLong(attempt),
                                            Buffer.buffer(hash),
                                            position,
                                            tasks.size()))))
                            .replaceWith(new Stored(addition, false));
                });
    }

    /** A job that grows may have as many tasks as any other. */
    private static int placeFor(int added, Row job) {
        int tasks = job.getInteger("tasks") + added;
        if (tasks > GraphCheck.TASKS_MAX) {
            throw JobOrders.refusal(List.of(GraphFinding.tooManyTasks(tasks)));
        }
        return job.getInteger("position");
    }

    /**
     * From now on they are part of the job, for good. Once: a repeat changes nothing.
     *
     * @return false if Redis has lost them since it took them, and they were given up meanwhile
     */
    Uni<Boolean> confirm(Addition addition) {
        var adder = addition.adder();
        return database.inTransaction(connection -> confirm(
                        connection, adder, Long.parseLong(addition.attempt()), addition.request())
                .chain(() -> connection
                        .preparedQuery(IS_CONFIRMED)
                        .execute(Tuple.of(adder.job(), adder.task(), addition.request())))
                .map(found -> found.size() > 0));
    }

    /**
     * The same, for who reads of it in the events of Redis.
     *
     * @param attempt that Redis took them from
     */
    public static Uni<Void> confirm(SqlConnection connection, TaskId adder, long attempt, String request) {
        return connection
                .preparedQuery(LOCK_JOB)
                .execute(Tuple.of(adder.job()))
                .chain(() -> connection
                        .preparedQuery(CONFIRM)
                        .execute(Tuple.of(adder.job(), adder.task(), request, attempt)))
                .replaceWithVoid();
    }

    /** Forgets an addition that Redis refused for good, unless another attempt asked for it meanwhile. */
    Uni<Void> drop(Addition addition) {
        var adder = addition.adder();
        return database.query(DROP, adder.job(), adder.task(), addition.request(), Long.parseLong(addition.attempt()))
                .replaceWithVoid();
    }

    Uni<Addition> find(TaskId adder, String request) {
        return database.query(FIND, adder.job(), adder.task(), request)
                .map(rows -> addition(rows.iterator().next()));
    }

    /** The oldest of those that were stored before, and never confirmed. */
    Uni<List<Addition>> open(Instant before, int limit) {
        return database.query(OPEN, before.atOffset(ZoneOffset.UTC), limit)
                .map(rows -> rows.stream().map(AdditionStore::addition).toList());
    }

    /** Those of a job that were never confirmed, in the order of their tasks. */
    Uni<List<Addition>> open(String job) {
        return database.query(OPEN_OF_JOB, job)
                .map(rows -> rows.stream().map(AdditionStore::addition).toList());
    }

    /**
     * An addition whose tasks are part of the job.
     *
     * @param firstTask written by the same step as the decision to add them
     */
    record Confirmed(Addition addition, String firstTask) {}

    /** In the order of their tasks, those that follow a position. */
    Uni<List<Confirmed>> confirmed(String job, int position, int limit) {
        return database.query(CONFIRMED_OF_JOB, job, position, limit)
                .map(rows -> rows.stream()
                        .map(row -> new Confirmed(addition(row), row.getString("first_task")))
                        .toList());
    }

    private static Tuple key(Addition addition) {
        var adder = addition.adder();
        return Tuple.of(adder.job(), adder.task(), addition.request(), Long.parseLong(addition.attempt()));
    }

    private static Addition addition(Row row) {
        return new Addition(
                new TaskId(row.getString("job_id"), row.getString("task_id")),
                Long.toString(row.getLong("attempt")),
                row.getString("request"),
                row.getInteger("first_position"),
                row.getInteger("tasks"));
    }
}
