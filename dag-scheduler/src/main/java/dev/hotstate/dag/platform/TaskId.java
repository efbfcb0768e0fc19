package dev.hotstate.dag.platform;

import java.util.Optional;

/**
 * A task of a job, written {@code <job>.<task>}; neither part contains a dot.
 *
 * @param job id of the job
 * @param task id of the task within its job
 */
public record TaskId(String job, String task) {

    public static Optional<TaskId> parse(String text) {
        int dot = text.indexOf('.');
        boolean whole = dot > 0 && dot < text.length() - 1 && text.indexOf('.', dot + 1) < 0;
        return whole ? Optional.of(new TaskId(text.substring(0, dot), text.substring(dot + 1))) : Optional.empty();
    }

    @Override
    public String toString() {
        return job + "." + task;
    }
}
