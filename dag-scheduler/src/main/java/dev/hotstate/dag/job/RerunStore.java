package dev.hotstate.dag.job;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes an ended job one that has to be submitted again, in one transaction: from then on it will run, whoever submits it. That
 * Postgres says it has ended means that all its events have arrived, since they come in order; none can undo the reset.
 */
@Singleton
class RerunStore {

    /** One that lacks tasks is being deleted. */
    private static final String FIND = """
            select run, deadline_at, rerun_tasks, now() as now, finished_at is not null
                and task_count <= (select count(*) from task where job_id = $1) as ended
            from job where id = $1""";

    private static final String LOCK = FIND + " for update";

    /** Before they are reset. Those that were reset and did not run again since had their attempts in a run before. */
    private static final String NOTE_ATTEMPTS = """
            update job set run_after[run] =
                greatest((select max(attempt) from task where job_id = $1), run_after[run - 1])
            where id = $1""";

    private static final String RESET_TASKS = """
            update task set status = 'PENDING', attempt = 0, retries = 0, worker = null, started_at = null,
                            finished_at = null, output = null, reason = null
            where job_id = $1 and id = any($2)""";

    private static final String RESET_JOB = """
            update job set status = 'PENDING', paused = false, reason = null, cancelling = null, cancel_reason = null,
                           cancel_heard = false,
                           finished_at = null, submitted_at = null, deadline_at = $2, rerun_tasks = $3, run = run + 1
            where id = $1""";

    private final Database database;

    RerunStore(Database database) {
        this.database = database;
    }

    /** The run that has ended, if it has: what is read after this is how its tasks ended. */
    Uni<Optional<Integer>> endedRun(String job) {
        return database.query(FIND, job)
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .filter(row -> row.getBoolean("ended"))
                        .map(row -> row.getInteger("run"))
                        .findFirst());
    }

    /**
     * @param ended the run at whose end the tasks were chosen
     * @param tasks that begin anew
     */
    Uni<RerunOutcome> reset(String job, Optional<Integer> ended, Set<String> tasks, RerunOrder order) {
        return database.inTransaction(connection -> connection
                .preparedQuery(LOCK)
                .execute(Tuple.of(job))
                .chain(locked -> reset(connection, job, locked.iterator().next(), ended, tasks, order)));
    }

    private static Uni<RerunOutcome> reset(
            SqlConnection connection,
            String job,
            Row row,
            Optional<Integer> ended,
            Set<String> tasks,
            RerunOrder order) {
        int run = row.getInteger("run");
        var before = instant(row, "deadline_at");
        if (order.run() != null && order.run() == run) {
            return item(new RerunOutcome.Repeated(run, row.getInteger("rerun_tasks"), before));
        }
        if (order.run() != null && order.run() != run + 1) {
            return item(new RerunOutcome.OtherRun(run + 1));
        }
        if (!row.getBoolean("ended") || !ended.equals(Optional.of(run))) {
            return item(new RerunOutcome.NotEnded());
        }
        var deadline = order.deadlineAfter(before);
        if (deadline != null && !deadline.isAfter(instant(row, "now"))) {
            return item(new RerunOutcome.DeadlinePassed(deadline));
        }
        return connection
                .preparedQuery(NOTE_ATTEMPTS)
                .execute(Tuple.of(job))
                .chain(() -> connection.preparedQuery(RESET_TASKS).execute(Tuple.of(job, tasks.toArray(String[]::new))))
                .chain(reset -> connection
                        .preparedQuery(RESET_JOB)
                        .execute(Tuple.of(
                                job, deadline == null ? null : deadline.atOffset(ZoneOffset.UTC), reset.rowCount()))
                        .replaceWith(new RerunOutcome.Begun(run + 1, reset.rowCount(), deadline)));
    }

    private static Uni<RerunOutcome> item(RerunOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }

    private static @Nullable Instant instant(Row row, String column) {
        var at = row.getOffsetDateTime(column);
        return at == null ? null : at.toInstant();
    }
}
