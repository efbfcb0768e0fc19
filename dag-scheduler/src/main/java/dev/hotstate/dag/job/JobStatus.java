package dev.hotstate.dag.job;

/** What callers see of a job. */
public enum JobStatus {
    PENDING,
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED
}
