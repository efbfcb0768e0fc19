package dev.hotstate.dag.job;

import dev.hotstate.dag.task.Aftermath;

/** What became of an attempt to load a job into Redis. */
public sealed interface LoadOutcome {

    record Started(Aftermath aftermath) implements LoadOutcome {}

    /** This run of the job had begun before. */
    record Known(String status) implements LoadOutcome {}

    /** Somebody else loads it at the same time; theirs counts. */
    record Superseded() implements LoadOutcome {}
}
