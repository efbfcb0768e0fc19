package dev.hotstate.dag.layout;

import java.util.List;

/**
 * What one box of the picture stands for.
 *
 * @param id of a task its id; of a group {@code level.kind}, which no task id can be
 * @param tasks numbers in the graph; one if it is a task
 */
public record Vertex(String id, String label, int level, List<Integer> tasks, boolean group) {

    static Vertex task(String id, int level, int task) {
        return new Vertex(id, id, level, List.of(task), false);
    }

    static Vertex group(String id, String label, int level, List<Integer> tasks) {
        return new Vertex(id, label, level, List.copyOf(tasks), true);
    }
}
