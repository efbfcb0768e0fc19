package dev.hotstate.dag.history;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a task.
 *
 * @param outcome RUNNING, COMPLETED, FAILED, RETRY_WAIT (failed, tried again), LOST (its lease or time ran out, or it was given
 *     back) or CANCELLED
 * @param verdict ACCEPTED if the worker's answer ended the attempt
 * @param reason the error, or why it ended without an answer
 * @param refused answers that came too late, or again
 */
@Schema(name = "Attempt")
public record AttemptView(
        long attempt,
        @Nullable String worker,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        String outcome,
        @Nullable String verdict,
        @Nullable String reason,
        List<RefusedAnswer> refused) {

    /** @param call complete or fail */
    @Schema(name = "RefusedAnswer")
    public record RefusedAnswer(Instant at, String call, String verdict) {}
}
