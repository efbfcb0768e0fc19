package dev.hotstate.dag.layout;

import dev.hotstate.dag.graph.Edges;
import java.util.Arrays;

/** Few crossings, by barycentres: each node moves to the mean position of its neighbours, column by column, forth and back. */
final class Ordering {

    private static final int ROUNDS = 6;

    private Ordering() {}

    static void improve(Columns columns) {
        var best = snapshot(columns);
        long fewest = crossings(columns);
        for (int round = 0; round < ROUNDS && fewest > 0; round++) {
            for (int at = 1; at < columns.count(); at++) {
                sort(columns, at, true);
            }
            for (int at = columns.count() - 2; at >= 0; at--) {
                sort(columns, at, false);
            }
            long found = crossings(columns);
            if (found < fewest) {
                fewest = found;
                best = snapshot(columns);
            }
        }
        for (int at = 0; at < columns.count(); at++) {
            columns.reorder(at, best[at]);
        }
    }

    private static int[][] snapshot(Columns columns) {
        var order = new int[columns.count()][];
        Arrays.setAll(order, at -> columns.order(at).clone());
        return order;
    }

    /** The mean in the upper half of a long and the present position in the lower: equal means keep their order. */
    private static void sort(Columns columns, int at, boolean byParents) {
        var nodes = columns.order(at);
        var keys = new long[nodes.length];
        for (int index = 0; index < nodes.length; index++) {
            float mean = mean(columns, nodes[index], byParents);
            // Positions are not negative, and the bits of such floats are ordered like the floats.
            keys[index] = ((long) Float.floatToIntBits(mean) << 32) | index;
        }
        Arrays.sort(keys);
        var sorted = new int[nodes.length];
        Arrays.setAll(sorted, index -> nodes[(int) keys[index]]);
        columns.reorder(at, sorted);
    }

    private static float mean(Columns columns, int node, boolean byParents) {
        var links = columns.links();
        int count = byParents ? links.parentCount(node) : links.childCount(node);
        if (count == 0) {
            return columns.position(node);
        }
        double sum = 0;
        for (int at = 0; at < count; at++) {
            sum += columns.position(byParents ? links.parent(node, at) : links.child(node, at));
        }
        return (float) (sum / count);
    }

    static long crossings(Columns columns) {
        long crossings = 0;
        for (int at = 0; at + 1 < columns.count(); at++) {
            crossings += crossings(columns, at);
        }
        return crossings;
    }

    /** Counts the pairs of links that begin in one order and end in the other, as inversions, with a Fenwick tree. */
    private static long crossings(Columns columns, int at) {
        Edges links = columns.links();
        int width = columns.order(at + 1).length;
        var tree = new int[width + 1];
        long crossings = 0;
        int passed = 0;
        for (int node : columns.order(at)) {
            for (int child = 0; child < links.childCount(node); child++) {
                crossings += passed - upTo(tree, columns.position(links.child(node, child)) + 1);
            }
            for (int child = 0; child < links.childCount(node); child++) {
                add(tree, columns.position(links.child(node, child)) + 1);
                passed++;
            }
        }
        return crossings;
    }

    private static void add(int[] tree, int position) {
        for (int at = position; at < tree.length; at += at & -at) {
            tree[at]++;
        }
    }

    private static int upTo(int[] tree, int position) {
        int sum = 0;
        for (int at = position; at > 0; at -= at & -at) {
            sum += tree[at];
        }
        return sum;
    }
}
