package dev.hotstate.dag.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of the wish to run a job again. */
sealed interface RerunOutcome {

    /** @param reset tasks that begin anew */
    record Begun(int run, int reset, @Nullable Instant deadline) implements RerunOutcome {}

    /** That run had begun before: the same answer. */
    record Repeated(int run, int reset, @Nullable Instant deadline) implements RerunOutcome {}

    /** The job goes on, or its last events are still on their way. */
    record NotEnded() implements RerunOutcome {}

    /** @param run that would be the next one */
    record OtherRun(int run) implements RerunOutcome {}

    record DeadlinePassed(Instant deadline) implements RerunOutcome {}
}
