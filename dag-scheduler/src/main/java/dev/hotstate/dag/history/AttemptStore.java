package dev.hotstate.dag.history;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the attempts at a task in its events, a page at a time: their numbers grow, and the primary key is in their order. */
@Singleton
class AttemptStore {

    static final Paging PAGING = new Paging("attempts", 100, 1_000);

    /** A worker that says the same again and again must not make an attempt large. */
    private static final int REFUSED_MAX = 100;

    /** What an attempt became is told as {@link Attempts} reads it: by its accepted end, or else by its first one. */
    private static final String PAGE = """
            with page as materialized (
                select attempt, count(*) filter (where type = 'answer') as answers from event
                where job_id = $1 and task_id = $2 and attempt > $3 and attempt < $4
                group by attempt
                having ($5::text is null or $5 = coalesce((array_agg(status
                           order by (status <> 'RUNNING') desc, (verdict = 'ACCEPTED') desc, entry_ms, entry_number)
                           filter (where type = 'task'))[1], 'UNKNOWN'))
                   and ($6::text is null or bool_or(verdict = $6))
                   and ($7::text is null or bool_or(worker = $7))
                order by attempt %s limit $8)
            select told.*, answers from page cross join lateral (
                select * from event where job_id = $1 and task_id = $2 and attempt = page.attempt and type = 'task'
                union all
                (select * from event where job_id = $1 and task_id = $2 and attempt = page.attempt and type = 'answer'
                 order by seq desc limit $9)) as told
            order by entry_ms, entry_number""";

    private static final String OLDEST_FIRST = PAGE.formatted("");
    static final String NEWEST_FIRST = PAGE.formatted("desc");

    /** What an upgrade found is noted from the next end of a run on: earlier runs, and that one, are taken for one. */
    private static final String RUN = """
            select run, (select max(ended) from unnest(run_after[: greatest($2::int, 1) - 1]) as ended) as after,
                (select min(ended) from unnest(run_after[$2::int :]) as ended) as last
            from job where id = $1""";

    /** Attempts, without the ends. */
    private record Span(long after, long before) {

        static final Span ALL = new Span(0, Long.MAX_VALUE);

        static Span ofRun(int run, Row job) {
            int runs = job.getInteger("run");
            if (run < 1 || run > runs) {
                var error = FieldError.ofParameter("run", runs == 1 ? "must be 1" : "must be between 1 and " + runs);
                throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
            }
            var after = job.getLong("after");
            var last = job.getLong("last");
            return new Span(after == null ? ALL.after : after, last == null ? ALL.before : last + 1);
        }
    }

    private final Database database;

    AttemptStore(Database database) {
        this.database = database;
    }

    /** As far as their events have reached Postgres. */
    Uni<Page<AttemptView>> page(TaskId task, PageRequest request, HistoryOrder order, AttemptFilter filter) {
        return span(task.job(), filter.run())
                .chain(span -> page(task, request, order == HistoryOrder.OLDEST, filter, span));
    }

    private Uni<Page<AttemptView>> page(
            TaskId task, PageRequest request, boolean oldestFirst, AttemptFilter filter, Span span) {
        long position =
                request.after().map(after -> after.number(0)).orElse(oldestFirst ? span.after() : span.before());
        return database.query(
                        oldestFirst ? OLDEST_FIRST : NEWEST_FIRST,
                        task.job(),
                        task.task(),
                        oldestFirst ? Math.max(position, span.after()) : span.after(),
                        oldestFirst ? span.before() : Math.min(position, span.before()),
                        filter.outcome() == null ? null : filter.outcome().status(),
                        filter.verdict() == null ? null : filter.verdict().name(),
                        filter.worker(),
                        request.fetch(),
                        REFUSED_MAX)
                .map(AttemptStore::attempts)
                .map(attempts -> oldestFirst ? attempts : attempts.reversed())
                .map(attempts -> PAGING.page(request, attempts, attempt -> Position.of(attempt.attempt())));
    }

    /** Refuses a run that the job has not had. */
    private Uni<Span> span(String job, @Nullable Integer run) {
        return run == null
                ? Uni.createFrom().item(Span.ALL)
                : database.query(RUN, job, run)
                        .map(rows -> Span.ofRun(run, rows.iterator().next()));
    }

    private static List<AttemptView> attempts(RowSet<Row> rows) {
        var events = new ArrayList<JobEvent>(rows.size());
        var answers = new HashMap<Long, Long>();
        rows.forEach(row -> {
            events.add(JobEvent.of(row));
            answers.put(row.getLong("attempt"), row.getLong("answers"));
        });
        return Attempts.of(events).stream()
                .map(attempt -> attempt.withAnswers(answers.get(attempt.attempt())))
                .toList();
    }
}
