package dev.hotstate.dag.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an ended job shall run again.
 *
 * @param scope what begins anew
 * @param deadline what becomes of its deadline
 * @param run the number that the new run shall have; absent: the next one, whatever that is
 */
record RerunOrder(Scope scope, Deadline deadline, @Nullable Integer run) {

    /** What begins anew, always with all that depends on it. */
    sealed interface Scope {

        /** Whatever did not complete and was not skipped by a condition. */
        record FromFailed() implements Scope {}

        record FromTask(String task) implements Scope {}

        record All() implements Scope {}
    }

    sealed interface Deadline {

        /** The one it has, which must not have passed. */
        record Kept() implements Deadline {}

        record At(Instant time) implements Deadline {}

        record None() implements Deadline {}
    }

    /** @param now of the job */
    @Nullable
    Instant deadlineAfter(@Nullable Instant now) {
        return switch (deadline) {
            case Deadline.Kept() -> now;
            case Deadline.At(Instant time) -> time;
            case Deadline.None() -> null;
        };
    }
}
