package dev.hotstate.dag.graph;

import java.util.List;

/** A task as somebody wrote it down: its id and the ids of the tasks that it waits for. Nothing is checked yet. */
public record TaskNode(String id, List<String> dependsOn) {

    public TaskNode {
        dependsOn = List.copyOf(dependsOn);
    }

    public static TaskNode of(String id, String... dependsOn) {
        return new TaskNode(id, List.of(dependsOn));
    }
}
