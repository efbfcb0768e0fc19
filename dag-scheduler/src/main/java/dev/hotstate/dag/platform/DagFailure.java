package dev.hotstate.dag.platform;

import dev.hotstate.kit.http.problem.DomainFailure;
import dev.hotstate.kit.http.problem.FieldError;
import java.time.Duration;
import java.util.List;

/** The refusals of this service. */
public abstract sealed class DagFailure extends DomainFailure {

    private DagFailure(DagProblem type, String detail) {
        super(type, detail);
    }

    private DagFailure(DagProblem type, String detail, List<FieldError> errors) {
        super(type, detail, errors);
    }

    public static final class JobNotFound extends DagFailure {
        public JobNotFound(String job) {
            super(DagProblem.JOB_NOT_FOUND, "No job is called " + job + ".");
        }
    }

    public static final class TaskNotFound extends DagFailure {
        public TaskNotFound(String task) {
            super(DagProblem.TASK_NOT_FOUND, "No task is called " + task + ".");
        }
    }

    public static final class JobIdTaken extends DagFailure {
        public JobIdTaken(String job) {
            super(DagProblem.JOB_ID_TAKEN, "The job " + job + " was submitted with another content.");
        }
    }

    public static final class JobEnded extends DagFailure {
        private final String status;

        public JobEnded(String job, String status) {
            super(DagProblem.JOB_ENDED, "The job " + job + " is " + status + ".");
            this.status = status;
        }

        public boolean isCancelled() {
            return status.equals("CANCELLED");
        }
    }

    public static final class JobNotEnded extends DagFailure {
        public JobNotEnded(String job) {
            super(
                    DagProblem.JOB_NOT_ENDED,
                    "Only a job that has ended, and whose history is complete, can run again; " + job
                            + " is not there yet.");
        }
    }

    public static final class StaleAttempt extends DagFailure {
        public StaleAttempt(TaskId task, String current) {
            super(DagProblem.STALE_ATTEMPT, "Stop working on " + task + ": it was taken away from this attempt.");
            extension("currentAttempt", current);
        }
    }

    public static final class TaskNotAdded extends DagFailure {
        public TaskNotAdded(String detail) {
            super(DagProblem.TASK_NOT_ADDED, detail);
        }
    }

    /** Its errors name each finding with its place. */
    public static final class InvalidGraph extends DagFailure {
        public InvalidGraph(List<FieldError> errors) {
            super(DagProblem.INVALID_GRAPH, errors.getFirst().detail() + ".", errors);
        }

        /** The same, said of another text that the tasks were read from. */
        public InvalidGraph at(List<FieldError> places) {
            var moved = new InvalidGraph(places);
            extensions().forEach(moved::extension);
            return moved;
        }

        /** @param cycle each task waits for the next, the last one for the first */
        public InvalidGraph cycle(List<String> cycle) {
            extension("cycle", cycle);
            return this;
        }
    }

    public static final class InvalidTask extends DagFailure {
        public InvalidTask(List<FieldError> errors) {
            super(
                    DagProblem.INVALID_TASK,
                    errors.getFirst().pointer() + " " + errors.getFirst().detail() + ".",
                    errors);
        }
    }

    public static final class NotMirrored extends DagFailure {
        public NotMirrored(TaskId task) {
            super(
                    DagProblem.NOT_MIRRORED,
                    "The completion of " + task + " is on its way. Send it again: it counts once.");
            retryAfter(Duration.ofSeconds(1));
        }
    }

    public static final class PartitionRebuilding extends DagFailure {
        public PartitionRebuilding() {
            super(
                    DagProblem.PARTITION_REBUILDING,
                    "Redis has lost it; it comes back from Postgres. Try again in a moment.");
            retryAfter(Duration.ofSeconds(1));
        }
    }
}
