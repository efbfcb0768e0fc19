package dev.hotstate.dag.graph;

import java.util.Arrays;

/**
 * The chain of tasks that decides when a job ends if there are always enough workers.
 *
 * @param tasks from a root to the last task to end
 * @param length the sum of their times
 * @param remaining for each task of the graph, the time from its start to the end of the job along its longest way: who has
 *     most remaining should start first
 */
public record CriticalPath(int[] tasks, long length, long[] remaining) {

    static CriticalPath of(TaskGraph graph, long[] durations) {
        var remaining = new long[graph.size()];
        var next = new int[graph.size()];
        Arrays.fill(next, -1);
        var order = graph.order();
        for (int at = order.length - 1; at >= 0; at--) {
            int task = order[at];
            graph.edges().eachChild(task, child -> {
                if (next[task] < 0 || remaining[child] > remaining[next[task]]) {
                    next[task] = child;
                }
            });
            remaining[task] = durations[task] + (next[task] < 0 ? 0 : remaining[next[task]]);
        }
        int start = longest(remaining);
        return new CriticalPath(follow(start, next), remaining[start], remaining);
    }

    private static int longest(long[] remaining) {
        int longest = 0;
        for (int task = 1; task < remaining.length; task++) {
            if (remaining[task] > remaining[longest]) {
                longest = task;
            }
        }
        return longest;
    }

    private static int[] follow(int start, int[] next) {
        var path = new int[next.length];
        int length = 0;
        for (int task = start; task >= 0; task = next[task]) {
            path[length++] = task;
        }
        return Arrays.copyOf(path, length);
    }
}
