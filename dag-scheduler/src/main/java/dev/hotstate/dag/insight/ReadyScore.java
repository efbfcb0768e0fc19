package dev.hotstate.dag.insight;

import dev.hotstate.dag.task.TaskSpec;

/** Reads the order of a ready queue, which {@code lua/include/enqueue.lua} writes: priority first, then microseconds. */
final class ReadyScore {

    private static final long READY_SINCE_US = 1_767_225_600_000_000L;
    private static final long PRIORITY_STEP = 900_000_000_000_000L;

    private ReadyScore() {}

    /** The lowest score of a priority; that of the next lower priority bounds it. */
    static long first(int priority) {
        return (TaskSpec.PRIORITY_MAX - priority) * PRIORITY_STEP;
    }

    /** Since when the task is ready, in milliseconds. */
    static long readyMs(double score) {
        return ((long) score % PRIORITY_STEP + READY_SINCE_US) / 1000;
    }
}
