package dev.hotstate.dag.history;

import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the row of a job says about its progress, as of its newest event. */
record JobRecord(
        String status,
        boolean paused,
        @Nullable String reason,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String cancelling,
        @Nullable String cancelReason,
        long lastSeq) {

    private static final Set<String> ENDS = Set.of("COMPLETED", "FAILED", "CANCELLED");

    static JobRecord of(Row row) {
        return new JobRecord(
                row.getString("status"),
                row.getBoolean("paused"),
                row.getString("reason"),
                instant(row.getOffsetDateTime("started_at")),
                instant(row.getOffsetDateTime("finished_at")),
                row.getString("cancelling"),
                row.getString("cancel_reason"),
                row.getLong("last_seq"));
    }

    /**
     * An event that is not newer than what is known changes nothing. Nor does one of a job on its way where its end is known, as with
     * tasks: a rerun resets the row itself.
     */
    JobRecord after(JobEvent event) {
        if (event.position() <= lastSeq || finishedAt != null && !ENDS.contains(event.status())) {
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
        return new JobRecord(event.status(), paused, null, first, null, cancelling, cancelReason, event.position());
    }

    private JobRecord held(JobEvent event, boolean now) {
        return new JobRecord(status, now, reason, startedAt, finishedAt, cancelling, cancelReason, event.position());
    }

    /** The detail is what the job becomes, a space, and why. Whoever was first counts. */
    private JobRecord beingStopped(JobEvent event) {
        if (cancelling != null) {
            return this;
        }
        var detail = event.detail();
        int space = detail.indexOf(' ');
        return new JobRecord(
                status,
                paused,
                reason,
                startedAt,
                finishedAt,
                detail.substring(0, space),
                detail.substring(space + 1),
                event.position());
    }

    private JobRecord ended(JobEvent event) {
        var why = event.detail().isEmpty() ? null : event.detail();
        return new JobRecord(event.status(), paused, why, startedAt, event.at(), null, null, event.position());
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
