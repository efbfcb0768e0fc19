package dev.hotstate.dag.worker;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.dag.task.TaskStatus;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What workers are told. */
final class AnswerViews {

    private AnswerViews() {}

    @Schema(name = "ClaimedTasks")
    record ClaimedTasks(List<Delivery> tasks) {}

    /**
     * @param verdict ACCEPTED, or DUPLICATE where the attempt was answered before: both mean that the worker is done. In a batch
     *     also REFUSED, nothing has changed and reason says why; and UNAVAILABLE, to be sent again
     * @param status of the task now
     * @param retryAt when it is tried again, if it is
     * @param tasks claimed in the same round trip
     */
    @Schema(name = "TaskAnswer")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TaskAnswer(
            String id,

            @Schema(enumeration = {"ACCEPTED", "DUPLICATE", "STALE", "UNKNOWN", "REFUSED", "UNAVAILABLE"})
            String verdict,

            @Nullable String status,
            @Nullable Instant retryAt,
            @Nullable String currentAttempt,
            @Nullable String reason,
            @Nullable List<Delivery> tasks) {

        static TaskAnswer ended(String id, String verdict, TaskStatus status, @Nullable Instant retryAt) {
            return new TaskAnswer(id, verdict, status.name(), retryAt, null, null, null);
        }

        static TaskAnswer stale(String id, String current) {
            return new TaskAnswer(id, "STALE", null, null, current, null, null);
        }

        static TaskAnswer without(String id, String verdict, @Nullable String reason) {
            return new TaskAnswer(id, verdict, null, null, null, reason, null);
        }

        TaskAnswer with(@Nullable List<Delivery> next) {
            return new TaskAnswer(id, verdict, status, retryAt, currentAttempt, reason, next);
        }
    }

    @Schema(name = "TaskAnswers")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TaskAnswers(List<TaskAnswer> answers, @Nullable List<Delivery> tasks) {}

    /**
     * @param stop whether the worker shall stop: the attempt does not count any more
     * @param unavailable true where nobody can say now, and the lease was not extended: go on, and send it again
     */
    @Schema(name = "Heartbeat")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record BeatAnswer(
            String id,
            boolean stop,
            @Nullable Instant leaseEnd,
            @Nullable Boolean unavailable) {

        static BeatAnswer ofNobody(String id) {
            return new BeatAnswer(id, true, null, null);
        }
    }

    @Schema(name = "Heartbeats")
    record BeatAnswers(List<BeatAnswer> tasks) {}

    @Schema(name = "LogAnswers")
    record LogAnswers(List<TaskAnswer> answers) {}
}
