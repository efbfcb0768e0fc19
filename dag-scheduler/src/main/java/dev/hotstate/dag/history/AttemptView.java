package dev.hotstate.dag.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a task.
 *
 * @param verdict ACCEPTED if the worker's answer ended the attempt
 * @param reason the error, or why it ended without an answer
 * @param refused answers that came too late, or again: of many the last ones
 * @param olderRefused how many came before those; absent if none did
 */
@Schema(name = "Attempt")
public record AttemptView(
        long attempt,
        @Nullable String worker,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        AttemptOutcome outcome,
        @Nullable String verdict,
        @Nullable String reason,
        List<RefusedAnswer> refused,

        @Schema(description = "How many came before those: the events of the task have them all; absent if none did")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable
        Long olderRefused) {

    /** @param call complete or fail */
    @Schema(name = "RefusedAnswer")
    public record RefusedAnswer(Instant at, String call, String verdict) {}

    /** @param answers how many were refused in all */
    AttemptView withAnswers(long answers) {
        long older = answers - refused.size();
        return new AttemptView(
                attempt,
                worker,
                startedAt,
                finishedAt,
                outcome,
                verdict,
                reason,
                refused,
                older > 0 ? Long.valueOf(older) : null);
    }
}
