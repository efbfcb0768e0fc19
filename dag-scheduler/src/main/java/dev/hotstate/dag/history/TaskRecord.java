package dev.hotstate.dag.history;

import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the row of a task says about its progress, as of its newest event. */
record TaskRecord(
        String status,
        long attempt,
        int retries,
        @Nullable String worker,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String output,
        @Nullable String reason,
        long lastSeq) {

    private static final Set<String> ENDS = Set.of("COMPLETED", "FAILED", "SKIPPED", "CANCELLED");

    static TaskRecord of(Row row) {
        return new TaskRecord(
                row.getString("status"),
                row.getLong("attempt"),
                row.getInteger("retries"),
                row.getString("worker"),
                instant(row.getOffsetDateTime("started_at")),
                instant(row.getOffsetDateTime("finished_at")),
                row.getString("output"),
                row.getString("reason"),
                row.getLong("last_seq"));
    }

    /**
     * An event that is not newer than what is known changes nothing. Nor does one that tells of a task on its way where its end is
     * known: the process of Redis that wrote it has lost the end, and will be told of it before it hands out anything. Only a rerun
     * takes an end back, and resets the row itself.
     */
    TaskRecord after(JobEvent event) {
        if (event.position() <= lastSeq || ENDS.contains(status) && !ENDS.contains(event.status())) {
            return this;
        }
        return switch (event.status()) {
            case "RUNNING" ->
                new TaskRecord(
                        event.status(),
                        event.attempt(),
                        retries,
                        event.worker(),
                        event.at(),
                        null,
                        null,
                        null,
                        event.position());
            case "COMPLETED" -> ended(event, event.detail(), null);
            case "FAILED", "SKIPPED", "CANCELLED" -> ended(event, null, event.detail());
            case "RETRY_WAIT" -> waiting(event, event.retries(), event.told());
            case "READY" -> waiting(event, retries, event.detail());
            default -> this;
        };
    }

    private TaskRecord ended(JobEvent event, @Nullable String result, @Nullable String why) {
        return new TaskRecord(
                event.status(),
                Math.max(attempt, event.attempt()),
                retries,
                worker,
                startedAt,
                event.at(),
                emptyToNull(result),
                emptyToNull(why),
                event.position());
    }

    private TaskRecord waiting(JobEvent event, int triedAgain, String why) {
        return new TaskRecord(
                event.status(),
                event.attempt(),
                triedAgain,
                null,
                startedAt,
                null,
                null,
                emptyToNull(why),
                event.position());
    }

    private static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
