package dev.hotstate.dag.graph;

import java.util.Arrays;

/** Kahn's algorithm. Tasks that can start together come in the order in which they were written down. */
final class TopologicalOrder {

    private TopologicalOrder() {}

    /** Parents before children; shorter than the number of tasks exactly if there is a cycle. */
    static int[] of(Edges edges) {
        int tasks = edges.tasks();
        var waitsFor = new int[tasks];
        var order = new int[tasks];
        int found = 0;
        for (int task = 0; task < tasks; task++) {
            waitsFor[task] = edges.parentCount(task);
            if (waitsFor[task] == 0) {
                order[found++] = task;
            }
        }
        for (int done = 0; done < found; done++) {
            int task = order[done];
            for (int at = 0; at < edges.childCount(task); at++) {
                int child = edges.child(task, at);
                if (--waitsFor[child] == 0) {
                    order[found++] = child;
                }
            }
        }
        return Arrays.copyOf(order, found);
    }
}
