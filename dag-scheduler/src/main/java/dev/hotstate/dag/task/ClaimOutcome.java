package dev.hotstate.dag.task;

import java.util.List;

/** What a claim in one partition gave. */
public sealed interface ClaimOutcome {

    /** @param stillReady tasks of that queue that are left in the partition */
    record Some(List<ClaimedTask> tasks, long stillReady) implements ClaimOutcome {}

    /** Nothing to hand out; what is still ready belongs to jobs that are held back, or the history can't keep up. */
    record None(long stillReady) implements ClaimOutcome {}

    /** The partition has lost its state and hands out nothing until it was rebuilt. */
    record Rebuilding() implements ClaimOutcome {}
}
