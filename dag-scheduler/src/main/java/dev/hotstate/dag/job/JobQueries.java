package dev.hotstate.dag.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotstate.dag.job.LiveJobs.LiveJob;
import dev.hotstate.dag.job.LiveJobs.LiveTask;
import dev.hotstate.dag.platform.DagFailure.JobNotFound;
import dev.hotstate.dag.platform.DagFailure.TaskNotFound;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.TaskStatus;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Jobs and tasks for callers: the definition and the history from Postgres, what moves at this moment from Redis. */
@Singleton
public class JobQueries {

    static final Paging JOBS = new Paging("jobs", 50, 500);
    static final Paging TASKS = new Paging("tasks", 100, 1_000);

    private static final String COUNTS = """
            select job_id,
                   count(*) filter (where status = 'COMPLETED') as completed,
                   count(*) filter (where status = 'FAILED') as failed,
                   count(*) filter (where status = 'SKIPPED') as skipped,
                   count(*) filter (where status = 'CANCELLED') as cancelled,
                   count(*) as total
            from task where job_id = any($1) and confirmed group by job_id""";

    private static final String JOB_COLUMNS = """
            select id, name, created_by, labels, task_count, run, on_failure, durability, concurrency_max, deadline_at, created_at,
                   status, paused, reason, started_at, finished_at
            from job
            """;

    private static final String LIST = JOB_COLUMNS + """
             where stored_at is not null and (created_at, id) < ($1, $2)
               and ($3::text is null or status = $3)
               and ($4::text is null or created_by = $4)
               and ($5::jsonb is null or labels @> $5)
               and ($6::text is null or id like $6 or name ilike $6)
             order by created_at desc, id desc limit $7""";

    private static final String ONE = JOB_COLUMNS + " where id = $1 and stored_at is not null";

    private static final String TASK_COLUMNS = """
            select job_id, id, position, name, array_to_string(depends_on, ',') as parents, queue, priority, trigger_rule, condition,
                   max_retries, lease_ms, timeout_ms, delay_until, status, attempt, retries, worker, started_at, finished_at, reason,
                   output
            """;

    private static final String TASK_LIST = TASK_COLUMNS + """
             from task
             where job_id = $1 and confirmed and position > $2 and ($3::text is null or queue = $3)
               and ($5::text is null or strpos(lower(id), lower($5)) > 0 or strpos(lower(name), lower($5)) > 0)
             order by position limit $4""";

    private static final String TASK = TASK_COLUMNS + ", payload from task where job_id = $1 and id = $2 and confirmed";

    private static final Instant END_OF_TIME = Instant.parse("9999-12-31T00:00:00Z");

    private final Database database;
    private final LiveJobs live;
    private final ObjectMapper json;

    JobQueries(Database database, LiveJobs live, ObjectMapper json) {
        this.database = database;
        this.live = live;
        this.json = json;
    }

    /** Which jobs; whatever is absent is not asked for. */
    record Filter(
            @Nullable JobStatus status,
            @Nullable String createdBy,
            Map<String, String> labels,
            @Nullable String text) {}

    /**
     * Which tasks of a job; whatever is absent is not asked for.
     *
     * @param text part of the id or the name
     */
    record TaskFilter(
            @Nullable TaskStatus status,
            @Nullable String queue,
            @Nullable String text) {}

    /** Newest first. */
    Uni<Page<JobView>> jobs(PageRequest request, Filter filter) {
        var before = request.after().map(position -> position.instant(0)).orElse(END_OF_TIME);
        var beforeId = request.after().map(position -> position.text(1)).orElse("");
        var labels = filter.labels().isEmpty() ? null : new JsonObject(Map.copyOf(filter.labels()));
        var text = filter.text() == null ? null : "%" + filter.text().replaceAll("([\\\\%_])", "\\\\$1") + "%";
        return database.query(
                        LIST,
                        before.atOffset(ZoneOffset.UTC),
                        beforeId,
                        filter.status() == null ? null : filter.status().name(),
                        filter.createdBy(),
                        labels,
                        text,
                        request.fetch())
                .chain(this::views)
                .map(views -> JOBS.page(
                        request, views, view -> Position.of(view.createdAt().toString(), view.jobId())));
    }

    public Uni<JobView> job(String id) {
        return database.query(ONE, id)
                .chain(this::views)
                .map(views -> views.stream().findFirst().orElseThrow(() -> new JobNotFound(id)));
    }

    /** A task with its place in the job. */
    private record Placed(int position, TaskView view) {}

    /** In the order of the submission; those whose status is, as shown, the one that is asked for. */
    Uni<Page<TaskView>> tasks(String job, PageRequest request, TaskFilter filter) {
        int after = request.after().map(position -> position.integer(0)).orElse(-1);
        return found(job, after, request.fetch(), filter, new ArrayList<>())
                .map(found -> TASKS.page(request, found, task -> Position.of(task.position())))
                .map(page -> page.map(Placed::view))
                .call(page ->
                        page.items().isEmpty() ? job(job) : Uni.createFrom().voidItem());
    }

    /** What a status is may be known to Redis alone: as many are read as it takes to find the ones wanted. */
    private Uni<List<Placed>> found(String job, int after, int wanted, TaskFilter filter, List<Placed> found) {
        var status = filter.status();
        int read = status == null ? wanted : TASKS.max();
        return database.query(TASK_LIST, job, after, filter.queue(), read, filter.text())
                .chain(rows -> live.tasks(job, list(rows, row -> row.getString("id")))
                        .map(now -> {
                            rows.forEach(row -> {
                                var view = view(row, now.get(row.getString("id")), null);
                                if (found.size() < wanted && (status == null || view.status() == status)) {
                                    found.add(new Placed(row.getInteger("position"), view));
                                }
                            });
                            return list(rows, row -> row.getInteger("position"));
                        }))
                .chain(positions -> found.size() >= wanted || positions.size() < read
                        ? Uni.createFrom().item(found)
                        : found(job, positions.getLast(), wanted, filter, found));
    }

    public Uni<TaskView> task(TaskId id) {
        return database.query(TASK, id.job(), id.task()).chain(rows -> {
            var found = rows.iterator();
            if (!found.hasNext()) {
                return Uni.createFrom().failure(new TaskNotFound(id.toString()));
            }
            var row = found.next();
            return live.tasks(id.job(), List.of(id.task()))
                    .map(now -> view(row, now.get(id.task()), row.getString("payload")));
        });
    }

    private Uni<List<JobView>> views(RowSet<Row> rows) {
        var ids = list(rows, row -> row.getString("id"));
        return live.jobs(ids)
                .chain(now -> counts(
                                ids.stream().filter(id -> !now.containsKey(id)).toList())
                        .map(counts -> list(rows, row -> {
                            var id = row.getString("id");
                            return now.containsKey(id) ? view(row, now.get(id)) : view(row, counts.get(id));
                        })));
    }

    private Uni<Map<String, JobView.Progress>> counts(List<String> ids) {
        if (ids.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        return database.query(COUNTS, (Object) ids.toArray(String[]::new)).map(rows -> {
            var counts = new HashMap<String, JobView.Progress>();
            rows.forEach(row -> counts.put(row.getString("job_id"), progress(row)));
            return counts;
        });
    }

    private static JobView.Progress progress(Row row) {
        long completed = row.getLong("completed");
        long failed = row.getLong("failed");
        long skipped = row.getLong("skipped");
        long cancelled = row.getLong("cancelled");
        long left = row.getLong("total") - completed - failed - skipped - cancelled;
        return new JobView.Progress(left, completed, failed, skipped, cancelled);
    }

    private static JobView view(Row row, LiveJob now) {
        return view(
                row,
                now.status(),
                now.paused(),
                now.reason(),
                now.total(),
                now.progress(),
                now.startedAt(),
                now.finishedAt(),
                true);
    }

    private static JobView view(Row row, JobView.@Nullable Progress counted) {
        int tasks = row.getInteger("task_count");
        return view(
                row,
                row.getString("status"),
                row.getBoolean("paused"),
                row.getString("reason"),
                tasks,
                counted == null ? new JobView.Progress(tasks, 0, 0, 0, 0) : counted,
                instant(row, "started_at"),
                instant(row, "finished_at"),
                false);
    }

    private static JobView view(
            Row row,
            String status,
            boolean paused,
            @Nullable String reason,
            int tasks,
            JobView.Progress progress,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            boolean live) {
        return new JobView(
                row.getString("id"),
                row.getString("name"),
                row.getString("created_by"),
                row.getJsonObject("labels").getMap(),
                JobStatus.valueOf(status),
                paused,
                reason,
                tasks,
                progress,
                row.getInteger("run"),
                row.getString("on_failure"),
                row.getString("durability"),
                row.getInteger("concurrency_max"),
                instant(row, "deadline_at"),
                row.getOffsetDateTime("created_at").toInstant(),
                startedAt,
                finishedAt,
                live);
    }

    private TaskView view(Row row, @Nullable LiveTask now, @Nullable String payload) {
        long attempt = row.getLong("attempt");
        var parents = row.getString("parents");
        long timeout = row.getLong("timeout_ms");
        return new TaskView(
                row.getString("job_id") + "." + row.getString("id"),
                row.getString("job_id"),
                row.getString("id"),
                row.getString("name"),
                now == null ? TaskStatus.valueOf(row.getString("status")) : now.status(),
                parents.isEmpty() ? List.of() : List.of(parents.split(",")),
                row.getString("queue"),
                row.getInteger("priority"),
                row.getString("trigger_rule"),
                row.getString("condition"),
                now == null ? row.getInteger("retries") : now.state().retries(),
                row.getInteger("max_retries"),
                Duration.ofMillis(row.getLong("lease_ms")),
                timeout == 0 ? null : Duration.ofMillis(timeout),
                instant(row, "delay_until"),
                now != null && now.attempt() != null ? now.attempt() : attempt == 0 ? null : Long.toString(attempt),
                now != null && now.worker() != null ? now.worker() : row.getString("worker"),
                now == null ? null : now.leaseEnd(),
                now != null && now.startedAt() != null ? now.startedAt() : instant(row, "started_at"),
                instant(row, "finished_at"),
                row.getString("reason"),
                parsed(row.getString("output")),
                parsed(payload));
    }

    private @Nullable JsonNode parsed(@Nullable String text) {
        try {
            return text == null ? null : json.readTree(text);
        } catch (JsonProcessingException e) {
            // Never expected; shown as it is rather than not at all.
            return TextNode.valueOf(text);
        }
    }

    private static @Nullable Instant instant(Row row, String column) {
        var at = row.getOffsetDateTime(column);
        return at == null ? null : at.toInstant();
    }

    private static <T> List<T> list(RowSet<Row> rows, Function<Row, T> value) {
        var list = new ArrayList<T>(rows.size());
        rows.forEach(row -> list.add(value.apply(row)));
        return list;
    }
}
