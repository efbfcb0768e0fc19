package dev.hotstate.dag.task;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a worker's answer. */
public sealed interface AnswerOutcome {

    /** Whether it counts as given only when Postgres has it. */
    default boolean mirrored() {
        return false;
    }

    /**
     * @param status of the task now
     * @param due when it is tried again, if it is
     * @param aftermath nothing where it came with another answer of the same step, as does {@code next}
     * @param next tasks claimed in the same step
     * @param permit that the attempt used, {@link NextClaim#NO_PERMIT} if none
     */
    record Accepted(
            TaskStatus status,
            @Nullable Instant due,
            Aftermath aftermath,
            List<ClaimedTask> next,
            String permit,
            boolean mirrored)
            implements AnswerOutcome {}

    /** The attempt was answered before; nothing has changed. */
    record Duplicate(TaskStatus status, boolean mirrored) implements AnswerOutcome {}

    /** @param current the attempt that counts, or the last one that ended */
    record Stale(String current) implements AnswerOutcome {}

    /** The lease of a task that was to be taken back has been renewed. */
    record Alive() implements AnswerOutcome {}

    /** There is no such task, or it is not known at the moment. */
    record Unknown() implements AnswerOutcome {}

    /** Not taken as it is; nothing has changed. */
    record Refused(String why) implements AnswerOutcome {}

    /** Something that it needs is down. Whether it was taken is not known; the same answer again counts once. */
    record Unavailable(Throwable cause) implements AnswerOutcome {}
}
