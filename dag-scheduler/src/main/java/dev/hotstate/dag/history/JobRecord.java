package dev.hotstate.dag.history;

import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What the row of a job says about its progress, as of its newest event.
 *
 * @param cancelHeard whether Redis has taken that it shall be stopped
 */
record JobRecord(
        int run,
        String status,
        boolean paused,
        @Nullable String reason,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String cancelling,
        @Nullable String cancelReason,
        boolean cancelHeard,
        long lastSeq) {

    private static final String CANCELLED = "CANCELLED";

    static JobRecord of(Row row) {
        return new JobRecord(
                row.getInteger("run"),
                row.getString("status"),
                row.getBoolean("paused"),
                row.getString("reason"),
                instant(row.getOffsetDateTime("started_at")),
                instant(row.getOffsetDateTime("finished_at")),
                row.getString("cancelling"),
                row.getString("cancel_reason"),
                row.getBoolean("cancel_heard"),
                row.getLong("last_seq"));
    }

    /**
     * An event that is not newer than what is known changes nothing. Nor does any where the end of this run is known, or of an earlier run: what
     * tells of them has lost what Postgres knows. A rerun resets the row itself.
     */
    JobRecord after(JobEvent event) {
        if (event.position() <= lastSeq || finishedAt != null || event.isOfRunBefore(run)) {
            return this;
        }
        return switch (event.status()) {
            case "RUNNING" -> begun(event);
            case "PAUSED" -> held(event, true);
            case "RESUMED" -> held(event, false);
            case "CANCELLING" -> beingStopped(event);
            case "COMPLETED", "FAILED", "CANCELLED" -> ended(event);
            default -> this;
        };
    }

    private JobRecord begun(JobEvent event) {
        var first = startedAt == null ? event.at() : startedAt;
        return new JobRecord(
                run,
                event.status(),
                paused,
                null,
                first,
                null,
                cancelling,
                cancelReason,
                cancelling != null && cancelHeard,
                event.position());
    }

    private JobRecord held(JobEvent event, boolean now) {
        return new JobRecord(
                run,
                status,
                now,
                reason,
                startedAt,
                finishedAt,
                cancelling,
                cancelReason,
                cancelHeard,
                event.position());
    }

    /** The detail is what the job becomes, a space, and why. Whoever was first counts. */
    private JobRecord beingStopped(JobEvent event) {
        var detail = event.detail();
        int space = detail.indexOf(' ');
        return new JobRecord(
                run,
                status,
                paused,
                reason,
                startedAt,
                finishedAt,
                cancelling == null ? detail.substring(0, space) : cancelling,
                cancelling == null ? detail.substring(space + 1) : cancelReason,
                true,
                event.position());
    }

    /**
     * Of a job that is being stopped Redis says so when it ends, or why. One that does not, where it had taken that, has lost it: whoever asked for
     * it was told that it is stopped.
     */
    private JobRecord ended(JobEvent event) {
        var why = event.detail().isEmpty() ? null : event.detail();
        boolean hasLost = cancelling != null
                && cancelHeard
                && why == null
                && !event.status().equals(CANCELLED);
        return new JobRecord(
                run,
                hasLost ? cancelling : event.status(),
                paused,
                hasLost ? cancelReason : why,
                startedAt,
                event.at(),
                null,
                null,
                false,
                event.position());
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
