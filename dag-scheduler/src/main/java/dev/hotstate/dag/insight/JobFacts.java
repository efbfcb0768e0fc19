package dev.hotstate.dag.insight;

import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** A job as Postgres knows it. */
record JobFacts(
        String id,
        String name,
        String createdBy,
        int tasks,
        String status,
        boolean paused,
        @Nullable String reason,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {

    static final String COLUMNS =
            "id, name, created_by, task_count, status, paused, reason, created_at, started_at, finished_at";

    static JobFacts of(Row row) {
        return new JobFacts(
                row.getString("id"),
                row.getString("name"),
                row.getString("created_by"),
                row.getInteger("task_count"),
                row.getString("status"),
                row.getBoolean("paused"),
                row.getString("reason"),
                row.getOffsetDateTime("created_at").toInstant(),
                instant(row, "started_at"),
                instant(row, "finished_at"));
    }

    boolean ended() {
        return finishedAt != null;
    }

    static @Nullable Instant instant(Row row, String column) {
        OffsetDateTime time = row.getOffsetDateTime(column);
        return time == null ? null : time.toInstant();
    }
}
