package dev.hotstate.dag.graph;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntConsumer;

/**
 * A sound job: distinct, legal task ids and dependencies without a cycle; only {@link GraphCheck} makes one. Tasks are
 * numbered as they were written down; the arrays here are indexed by that number.
 */
public final class TaskGraph {

    private final List<String> ids;
    private final Map<String, Integer> indexes;
    private final Edges edges;
    private final int[] order;

    TaskGraph(List<String> ids, Map<String, Integer> indexes, Edges edges) {
        this.ids = List.copyOf(ids);
        this.indexes = Map.copyOf(indexes);
        this.edges = edges;
        this.order = TopologicalOrder.of(edges);
    }

    public int size() {
        return ids.size();
    }

    public List<String> ids() {
        return ids;
    }

    public String id(int task) {
        return ids.get(task);
    }

    public OptionalInt index(String id) {
        var index = indexes.get(id);
        return index == null ? OptionalInt.empty() : OptionalInt.of(index);
    }

    public Edges edges() {
        return edges;
    }

    /** All tasks, parents before children. */
    public int[] order() {
        return order.clone();
    }

    /** How many steps each task is from a root: 0 for roots, otherwise one more than its deepest parent. */
    public int[] levels() {
        var levels = new int[size()];
        for (int task : order) {
            edges.eachChild(task, child -> levels[child] = Math.max(levels[child], levels[task] + 1));
        }
        return levels;
    }

    /** The longest way through the graph when each task takes its given time. */
    public CriticalPath criticalPath(long[] durations) {
        return CriticalPath.of(this, durations);
    }

    /** The given tasks and everything that depends on them, directly or not. */
    public BitSet withDescendants(BitSet tasks) {
        var reached = (BitSet) tasks.clone();
        for (int task : order) {
            if (reached.get(task)) {
                edges.eachChild(task, reached::set);
            }
        }
        return reached;
    }

    /** The given tasks and everything they depend on, directly or not. */
    public BitSet withAncestors(BitSet tasks) {
        var reached = (BitSet) tasks.clone();
        for (int at = order.length - 1; at >= 0; at--) {
            if (reached.get(order[at])) {
                edges.eachParent(order[at], reached::set);
            }
        }
        return reached;
    }

    public void eachRoot(IntConsumer action) {
        for (int task = 0; task < size(); task++) {
            if (edges.parentCount(task) == 0) {
                action.accept(task);
            }
        }
    }
}
