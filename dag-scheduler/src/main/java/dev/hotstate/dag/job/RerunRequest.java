package dev.hotstate.dag.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hotstate.dag.job.RerunOrder.Deadline;
import dev.hotstate.dag.job.RerunOrder.Scope;
import dev.hotstate.dag.platform.DagFailure.JobNotEnded;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** How a job shall run again; all of it may be absent. */
record RerunRequest(
        @Schema(defaultValue = "failed") @Nullable From from,

        @Schema(description = "From this task on, instead of from") @Nullable
        String fromTask,

        @Schema(description = "A new deadline; without it the job keeps the one it has") @Nullable
        Instant deadline,

        @Schema(defaultValue = "false", description = "Runs without a deadline from now on") @Nullable
        Boolean withoutDeadline,

        @Schema(description = "The number of the new run, one more than that of the last: makes the call repeatable")
        @Nullable
        Integer run) {

    static final RerunRequest USUAL = new RerunRequest(null, null, null, null, null);

    /** What begins anew. */
    enum From {
        @JsonProperty("failed")
        FAILED,
        @JsonProperty("all")
        ALL
    }

    RerunOrder order() {
        return new RerunOrder(scope(), deadlineOrder(), run);
    }

    private Scope scope() {
        if (fromTask != null && from != null) {
            throw refused("/fromTask", "stands instead of from: name one of them");
        }
        if (fromTask != null) {
            return new Scope.FromTask(fromTask);
        }
        return from == From.ALL ? new Scope.All() : new Scope.FromFailed();
    }

    private Deadline deadlineOrder() {
        boolean dropped = Boolean.TRUE.equals(withoutDeadline);
        if (dropped && deadline != null) {
            throw refused("/withoutDeadline", "contradicts deadline: name one of them");
        }
        if (dropped) {
            return new Deadline.None();
        }
        if (!JobOrders.isInTime(deadline)) {
            throw refused("/deadline", "must be a time from 1970 to " + JobOrders.LATEST);
        }
        return deadline == null ? new Deadline.Kept() : new Deadline.At(deadline);
    }

    RerunAnswer answer(String job, RerunOutcome outcome) {
        return switch (outcome) {
            case RerunOutcome.Begun(int begun, int reset, Instant until) ->
                new RerunAnswer(job, begun, reset, until, false);
            case RerunOutcome.Repeated(int begun, int reset, Instant until) ->
                new RerunAnswer(job, begun, reset, until, true);
            case RerunOutcome.NotEnded() -> throw new JobNotEnded(job);
            case RerunOutcome.OtherRun(int next) -> throw refused("/run", "the next run of the job is " + next);
            case RerunOutcome.DeadlinePassed(Instant passed) ->
                throw refused("/deadline", "%s has passed: give a later one, or withoutDeadline".formatted(passed));
        };
    }

    private static Refusal refused(String pointer, String why) {
        return new Refusal(
                KitProblem.INVALID_INPUT,
                "See errors for what must be different.",
                List.of(FieldError.at(pointer, why)));
    }

    /**
     * A job that runs again.
     *
     * @param run its number; the first one was 1
     * @param reset tasks that began anew
     * @param deadline that holds for this run
     * @param repeated whether the same call had begun this run before
     */
    @Schema(name = "Rerun")
    record RerunAnswer(
            String jobId, int run, int reset, @Nullable Instant deadline, boolean repeated) {}
}
