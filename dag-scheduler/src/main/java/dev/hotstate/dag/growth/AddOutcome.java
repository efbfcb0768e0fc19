package dev.hotstate.dag.growth;

import dev.hotstate.dag.task.Aftermath;

/** What Redis said about an addition. */
sealed interface AddOutcome {

    record Added(Aftermath aftermath) implements AddOutcome {}

    /** They were part of the job before. */
    record Already() implements AddOutcome {}

    /** @param current the attempt that counts; the one that asked never will again */
    record Stale(String current) implements AddOutcome {}

    /** The job has ended, or is being stopped. */
    record Ended(String status) implements AddOutcome {}

    /** Redis does not have the job at the moment. */
    record Unknown() implements AddOutcome {}
}
