package dev.hotstate.dag.job;

import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A job as callers see it.
 *
 * @param tasks how many there are
 * @param run grows with each rerun
 * @param live whether status and counts are those of this moment; otherwise as far as the history has read
 */
@Schema(name = "Job")
public record JobView(
        String jobId,
        String name,
        String createdBy,
        Map<String, Object> labels,
        JobStatus status,
        boolean paused,
        @Nullable String reason,
        int tasks,
        Progress progress,
        int run,
        String onFailure,
        String durability,
        @Nullable Integer concurrency,
        @Nullable Instant deadline,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        boolean live) {

    /** How many tasks have ended, and how. */
    @Schema(name = "JobProgress")
    public record Progress(long left, long completed, long failed, long skipped, long cancelled) {}
}
