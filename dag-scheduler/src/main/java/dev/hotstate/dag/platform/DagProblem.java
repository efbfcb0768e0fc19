package dev.hotstate.dag.platform;

import dev.hotstate.kit.http.problem.ProblemType;

/** What dag-scheduler refuses, beside the problems that all services share. */
public enum DagProblem implements ProblemType {
    JOB_NOT_FOUND("job-not-found", 404, "There is no such job"),
    TASK_NOT_FOUND("task-not-found", 404, "There is no such task"),
    JOB_ID_TAKEN("job-id-taken", 409, "Another job has this id"),
    JOB_ENDED("job-ended", 409, "The job has ended"),
    JOB_NOT_ENDED("job-not-ended", 409, "The job has not ended yet"),
    STALE_ATTEMPT("stale-attempt", 409, "The attempt does not count any more"),
    TASK_NOT_ADDED("task-not-added", 409, "The tasks can't be added"),
    INVALID_GRAPH("invalid-graph", 422, "The tasks of the job don't form a graph that can run"),
    INVALID_TASK("invalid-task", 422, "A task can't be run as it is described"),
    NOT_MIRRORED("not-mirrored", 503, "Postgres does not have the completion yet", true),
    PARTITION_REBUILDING("partition-rebuilding", 503, "The state of the job is being rebuilt", true);

    private final String slug;
    private final int status;
    private final String title;
    private final boolean retryable;

    DagProblem(String slug, int status, String title) {
        this(slug, status, title, false);
    }

    DagProblem(String slug, int status, String title, boolean retryable) {
        this.slug = slug;
        this.status = status;
        this.title = title;
        this.retryable = retryable;
    }

    @Override
    public String slug() {
        return slug;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public boolean retryable() {
        return retryable;
    }
}
