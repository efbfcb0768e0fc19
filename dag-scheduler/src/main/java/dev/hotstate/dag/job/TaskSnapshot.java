package dev.hotstate.dag.job;

import dev.hotstate.dag.task.TaskSpec;
import dev.hotstate.dag.task.TaskState.End;
import dev.hotstate.dag.task.TaskState.Life;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as it is loaded into Redis: its definition, and its end if it has one. Whatever was under way begins again.
 *
 * @param life pending, or how it ended
 * @param attempt the last attempt that ended, 0 if none did
 * @param end how that attempt ended, or why the task was skipped
 * @param output what it left for its children (JSON)
 */
public record TaskSnapshot(
        String id,
        String name,
        List<String> dependsOn,
        TaskSpec spec,
        Life life,
        long attempt,
        End end,
        int retries,
        @Nullable String output) {

    public TaskSnapshot {
        dependsOn = List.copyOf(dependsOn);
        if (!life.ended() && life != Life.PENDING) {
            throw new IllegalArgumentException("a loaded task is pending or has ended, not " + life);
        }
    }

    public static TaskSnapshot pending(String id, String name, List<String> dependsOn, TaskSpec spec) {
        return new TaskSnapshot(id, name, dependsOn, spec, Life.PENDING, 0, End.NONE, 0, null);
    }

    /** The fields of its readable view, before anything happens to it. */
    public List<String> view(String job) {
        return List.of(
                "id",
                id,
                "jobId",
                job,
                "name",
                name,
                "status",
                life.name(),
                "retryCount",
                Integer.toString(retries),
                "maxRetries",
                Integer.toString(spec.maxRetries()));
    }
}
