package dev.hotstate.dag.task;

import java.util.List;

/** What a claim in one partition gave. */
public sealed interface ClaimOutcome {

    /** @param stillReady tasks of that queue that are left in the partition */
    record Some(List<ClaimedTask> tasks, long stillReady) implements ClaimOutcome {}

    /** All that was looked at belongs to jobs that are held back, and was put aside; what is still ready was not looked at. */
    record None(long stillReady) implements ClaimOutcome {}

    /** The partition has lost its state and hands out nothing until it was rebuilt. */
    record Rebuilding() implements ClaimOutcome {}

    /** The partition hands out nothing until its history has caught up. */
    record Behind() implements ClaimOutcome {}
}
