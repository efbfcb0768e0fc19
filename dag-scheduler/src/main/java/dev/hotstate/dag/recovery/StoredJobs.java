package dev.hotstate.dag.recovery;

import dev.hotstate.dag.job.JobSnapshot.Stopping;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What Postgres knows of jobs that may have to be brought back. */
@Singleton
class StoredJobs {

    private static final int ENDS_PER_PAGE = 500;
    private static final int JOBS_PER_PAGE = 1_000;

    private static final String CANDIDATES = """
            select id, run, finished_at is not null as finished, paused,
                exists (select from addition where job_id = job.id) as grown,
                case when finished_at is null then cancelling when status <> 'COMPLETED' then status end as becomes,
                coalesce(case when finished_at is null then cancel_reason else reason end, '') as reason
            from job
            where stored_at is not null and (finished_at is null or finished_at > $1) and id > $2
            order by id limit $3""";

    private static final String PAUSED = "select paused from job where id = $1";

    /** Who stored a large one needs longer for it. */
    private static final String UNSUBMITTED = """
            select id, created_at from job
            where submitted_at is null and stored_at < $1::timestamptz - task_count * interval '0.2 milliseconds'
                and (created_at, id) > ($2, $3)
            order by created_at, id limit $4""";

    /** The tasks of a job go with it. */
    private static final String ABANDON = """
            delete from job where id in (
                select id from job where stored_at is null and created_at < $1 limit $2 for update skip locked)""";

    private static final String ENDS = """
            select id, position, status, attempt, queue, output, reason from task
            where job_id = $1 and status in ('COMPLETED', 'FAILED') and position > $2 order by position limit $3""";

    private static final String ATTEMPT_MAX = """
            select coalesce(max(task.attempt), 0) as attempt
            from task join job on job.id = task.job_id where job.finished_at is null""";

    private final Database database;

    StoredJobs(Database database) {
        this.database = database;
    }

    /**
     * A job that Redis should have, or had not long ago.
     *
     * @param grown whether tasks were ever added to it; those that are from now on Redis has not lost
     * @param stopping if it shall be stopped, or was: what had not ended by then was cancelled. Where it has ended, as what, unless all went well
     */
    record Candidate(
            String id,
            int run,
            boolean finished,
            boolean paused,
            boolean grown,
            @Nullable Stopping stopping) {

        /** Whether that is how it has ended, or shall. */
        boolean mayEndAs(String status) {
            return stopping == null ? !finished || status.equals("COMPLETED") : status.equals(stopping.becomes());
        }
    }

    /** An end of a task as Postgres knows it. */
    record KnownEnd(String task, boolean completed, long attempt, String queue, String detail) {}

    /** All that are unfinished, and those that finished after that time. */
    Uni<List<Candidate>> candidates(Instant finishedAfter) {
        return pages(
                "",
                after -> database.query(CANDIDATES, time(finishedAfter), after, JOBS_PER_PAGE)
                        .map(rows -> list(rows, StoredJobs::candidate)),
                Candidate::id,
                JOBS_PER_PAGE);
    }

    /** Whether a job is held back, as of its newest event; false for one that is gone. */
    Uni<Boolean> isPaused(String job) {
        return database.query(PAUSED, job)
                .map(rows -> rows.size() > 0 && rows.iterator().next().getBoolean("paused"));
    }

    /** A job that waits for being submitted. */
    record Unsubmitted(String id, Instant createdAt) {

        static final Unsubmitted BEFORE_ALL = new Unsubmitted("", Instant.EPOCH);
    }

    /** Stored as a whole some time ago, and not known to be in Redis; in the order of their age, those that follow one. */
    Uni<List<Unsubmitted>> unsubmitted(Instant storedBefore, Unsubmitted last, int limit) {
        return database.query(UNSUBMITTED, time(storedBefore), time(last.createdAt()), last.id(), limit)
                .map(rows -> list(
                        rows,
                        row -> new Unsubmitted(
                                row.getString("id"),
                                row.getOffsetDateTime("created_at").toInstant())));
    }

    /** No attempt at a task that may still run has a larger number. */
    Uni<Long> attemptMax() {
        return database.query(ATTEMPT_MAX).map(rows -> rows.iterator().next().getLong("attempt"));
    }

    /** Deletes orders that were never stored as a whole: who sent them got no answer. */
    Uni<Integer> abandon(Instant createdBefore, int limit) {
        return database.query(ABANDON, time(createdBefore), limit).map(RowSet::rowCount);
    }

    /** Page after page: what all tasks of a large job left is more than a process has room for. */
    Multi<List<KnownEnd>> ends(String job) {
        return Multi.createBy()
                .repeating()
                .uni(
                        () -> new AtomicInteger(-1),
                        last -> database.query(ENDS, job, last.get(), ENDS_PER_PAGE)
                                .map(rows -> {
                                    rows.forEach(row -> last.set(row.getInteger("position")));
                                    return list(rows, StoredJobs::end);
                                }))
                .whilst(page -> page.size() == ENDS_PER_PAGE);
    }

    // ---- rows -------------------------------------------------------------------------------------------------------

    private static Candidate candidate(Row row) {
        var becomes = row.getString("becomes");
        return new Candidate(
                row.getString("id"),
                row.getInteger("run"),
                row.getBoolean("finished"),
                row.getBoolean("paused"),
                row.getBoolean("grown"),
                becomes == null ? null : new Stopping(becomes, row.getString("reason")));
    }

    private static KnownEnd end(Row row) {
        boolean completed = row.getString("status").equals("COMPLETED");
        var detail = row.getString(completed ? "output" : "reason");
        return new KnownEnd(
                row.getString("id"),
                completed,
                row.getLong("attempt"),
                row.getString("queue"),
                detail == null ? "" : detail);
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    // ---- pages ------------------------------------------------------------------------------------------------------

    private static <T> List<T> list(RowSet<Row> rows, Function<Row, T> read) {
        var list = new ArrayList<T>(rows.size());
        rows.forEach(row -> list.add(read.apply(row)));
        return list;
    }

    /** Page after page, each a query of its own, until one is not full. */
    private static <T, K> Uni<List<T>> pages(
            K before, Function<K, Uni<List<T>>> query, Function<T, K> position, int pageSize) {
        var all = new ArrayList<T>();
        return Multi.createBy()
                .repeating()
                .uni(() -> query.apply(all.isEmpty() ? before : position.apply(all.getLast()))
                        .invoke(all::addAll))
                .whilst(page -> page.size() == pageSize)
                .collect()
                .last()
                .replaceWith(() -> all);
    }
}
