package dev.hotstate.dag.insight;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.dag.task.TaskStatus;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "Why a task does not run, or why it ended as it did")
public record WhyView(String task, TaskStatus status, Instant asOf, List<Reason> reasons) {

    /** One thing that stands in the way; all of them are listed. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "WhyReason")
    public record Reason(
            Code code,
            @Schema(description = "The same in a sentence") String text,

            @Schema(description = "Tasks that it is about, the first hundred") @Nullable
            List<String> tasks,

            @Schema(description = "When it is over, if that is known") @Nullable
            Instant until) {

        static Reason of(Code code, String text) {
            return new Reason(code, text, null, null);
        }

        static Reason until(Code code, String text, @Nullable Instant until) {
            return new Reason(code, text, null, until);
        }

        static Reason about(Code code, String text, List<String> tasks) {
            return new Reason(code, text, tasks, null);
        }
    }

    @Schema(name = "WhyCode")
    public enum Code {
        NOT_SUBMITTED,
        REBUILDING,
        UNMET_DEPENDENCIES,
        CHECKING_CONDITION,
        OVERLOOKED,
        JOB_PAUSED,
        JOB_LIMIT,
        NOT_BEFORE,
        BACKOFF,
        QUEUE_PAUSED,
        QUEUE_LIMIT,
        NODE_FULL,
        NO_WORKER,
        WAITS_FOR_WORKER,
        RUNNING,
        COMPLETED,
        FAILED,
        SKIPPED,
        CANCELLED
    }
}
