package dev.hotstate.dag.insight;

import static java.time.Duration.ofSeconds;

import dev.hotstate.dag.graph.TaskNode;
import dev.hotstate.dag.task.TaskStatus;
import dev.hotstate.kit.http.postgres.Database;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts jobs into Postgres as the mirror leaves them there: what is read when Redis has forgotten them. */
final class StoredJobs {

    private static final String TASK = """
            insert into task (job_id, id, position, name, depends_on, queue, priority, max_retries, backoff_ms, backoff_max_ms,
                timeout_ms, lease_ms, trigger_rule, status, attempt, worker, started_at, finished_at)
            values ($1, $2, $3, $2, $4, 'stored', 5, 0, 1000, 60000, 0, 30000, 'all_success', $5, $6, $7, $8, $9)""";

    private final Database database;

    StoredJobs(Database database) {
        this.database = database;
    }

    /** How a task went. */
    record Went(
            TaskStatus status,
            @Nullable String worker,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt) {

        static Went nowhere() {
            return new Went(TaskStatus.PENDING, null, null, null);
        }
    }

    void store(
            String job,
            String status,
            Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            List<TaskNode> tasks,
            Function<TaskNode, Went> went) {
        database.query(
                        "insert into job (id, name, created_by, body_hash, task_count, on_failure, durability, created_at,"
                                + " stored_at, submitted_at, status, started_at, finished_at)"
                                + " values ($1, $1, 'test', '', $2, 'continue', 'redis', $3, $3, $3, $4, $5, $6)",
                        job,
                        tasks.size(),
                        utc(createdAt),
                        status,
                        utc(startedAt),
                        utc(finishedAt))
                .await()
                .atMost(ofSeconds(10));
        var rows = new ArrayList<Tuple>();
        for (int position = 0; position < tasks.size(); position++) {
            rows.add(row(job, position, tasks.get(position), went.apply(tasks.get(position))));
        }
        for (int from = 0; from < rows.size(); from += 500) {
            var batch = rows.subList(from, Math.min(rows.size(), from + 500));
            database.inTransaction(
                            transaction -> transaction.preparedQuery(TASK).executeBatch(batch))
                    .await()
                    .atMost(ofSeconds(10));
        }
    }

    private static Tuple row(String job, int position, TaskNode task, Went went) {
        return Tuple.from(new Object[] {
            job,
            task.id(),
            position,
            task.dependsOn().toArray(String[]::new),
            went.status().name(),
            went.startedAt() == null ? 0L : 1L,
            went.worker(),
            utc(went.startedAt()),
            utc(went.finishedAt())
        });
    }

    private static @Nullable OffsetDateTime utc(@Nullable Instant time) {
        return time == null ? null : time.atOffset(ZoneOffset.UTC);
    }
}
