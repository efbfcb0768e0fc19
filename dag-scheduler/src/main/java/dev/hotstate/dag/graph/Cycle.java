package dev.hotstate.dag.graph;

import java.util.Arrays;
import java.util.Optional;

/** Finds a circle of tasks that wait for each other. */
final class Cycle {

    private Cycle() {}

    /**
     * One cycle, if there is any: each member depends on the next and the last on the first; the member that was written down
     * first leads. Whatever Kahn's algorithm leaves over depends on something left over, so following such dependencies from
     * any of them must come back to a task seen before.
     */
    static Optional<int[]> in(Edges edges) {
        var sorted = new boolean[edges.tasks()];
        int count = 0;
        for (int task : TopologicalOrder.of(edges)) {
            sorted[task] = true;
            count++;
        }
        return count == edges.tasks() ? Optional.empty() : Optional.of(walk(edges, sorted));
    }

    private static int[] walk(Edges edges, boolean[] sorted) {
        var path = new int[edges.tasks()];
        var seenAt = new int[edges.tasks()];
        Arrays.fill(seenAt, -1);
        int length = 0;
        int task = firstUnsorted(sorted);
        while (seenAt[task] < 0) {
            seenAt[task] = length;
            path[length++] = task;
            task = unsortedParent(edges, task, sorted);
        }
        return fromFirstWritten(Arrays.copyOfRange(path, seenAt[task], length));
    }

    private static int firstUnsorted(boolean[] sorted) {
        int task = 0;
        while (sorted[task]) {
            task++;
        }
        return task;
    }

    private static int unsortedParent(Edges edges, int task, boolean[] sorted) {
        int at = 0;
        while (sorted[edges.parent(task, at)]) {
            at++;
        }
        return edges.parent(task, at);
    }

    private static int[] fromFirstWritten(int[] cycle) {
        int first = 0;
        for (int at = 1; at < cycle.length; at++) {
            if (cycle[at] < cycle[first]) {
                first = at;
            }
        }
        var rotated = new int[cycle.length];
        for (int at = 0; at < cycle.length; at++) {
            rotated[at] = cycle[(first + at) % cycle.length];
        }
        return rotated;
    }
}
