package dev.hotstate.dag.growth;

import dev.hotstate.dag.task.Aftermath;

/** What Redis said about an addition. */
sealed interface AddOutcome {

    /** @param next where its next part begins, or empty */
    record Added(Aftermath aftermath, String next) implements AddOutcome {}

    /** They were part of the job before; it may be that not all are written yet. */
    record Already() implements AddOutcome {}

    /** @param current the attempt that counts; the one that asked never will again */
    record Stale(String current) implements AddOutcome {}

    /** The job has ended, or is being stopped. */
    record Ended(String status) implements AddOutcome {}

    /** Redis does not have the job, or what the tasks depend on, at the moment. */
    record Unknown() implements AddOutcome {}
}
