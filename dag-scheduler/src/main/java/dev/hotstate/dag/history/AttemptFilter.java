package dev.hotstate.dag.history;

import org.jspecify.annotations.Nullable;

/**
 * Which attempts; whatever is absent is not asked for.
 *
 * @param verdict of any answer that was given in the attempt
 * @param run of the job, counted from 1
 */
record AttemptFilter(
        @Nullable AttemptOutcome outcome,
        @Nullable AnswerVerdict verdict,
        @Nullable String worker,
        @Nullable Integer run) {

    static final AttemptFilter ALL = new AttemptFilter(null, null, null, null);

    boolean isAll() {
        return equals(ALL);
    }
}
