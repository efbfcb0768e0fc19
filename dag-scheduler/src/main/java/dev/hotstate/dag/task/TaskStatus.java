package dev.hotstate.dag.task;

/** What callers see of a task. */
public enum TaskStatus {
    PENDING,
    READY,
    RUNNING,
    RETRY_WAIT,
    COMPLETED,
    FAILED,
    SKIPPED,
    CANCELLED;

    public boolean ended() {
        return compareTo(COMPLETED) >= 0;
    }
}
