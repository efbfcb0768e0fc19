package dev.hotstate.dag.growth;

import dev.hotstate.dag.task.Aftermath;

/** What became of a further part of an addition. */
sealed interface PartOutcome {

    /** @param next where the next part begins, or empty */
    record Written(Aftermath aftermath, String next) implements PartOutcome {}

    /** Somebody else has written parts meanwhile, or a node has lost some. */
    record Elsewhere(String place) implements PartOutcome {}

    /** All of it was written before. */
    record Done() implements PartOutcome {}
}
