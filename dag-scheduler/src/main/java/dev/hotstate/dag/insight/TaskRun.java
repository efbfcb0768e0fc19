package dev.hotstate.dag.insight;

import dev.hotstate.dag.task.TaskStatus;
import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far a task is, as Postgres last heard: the times of its last attempt. */
record TaskRun(
        TaskStatus status,
        long attempt,
        int retries,
        @Nullable String worker,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {

    static final String COLUMNS = "status, attempt, retries, worker, started_at, finished_at";

    static TaskRun of(Row row) {
        return new TaskRun(
                TaskStatus.valueOf(row.getString("status")),
                row.getLong("attempt"),
                row.getInteger("retries"),
                row.getString("worker"),
                JobFacts.instant(row, "started_at"),
                JobFacts.instant(row, "finished_at"));
    }
}
