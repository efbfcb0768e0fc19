package dev.hotstate.dag.graph;

import dev.hotstate.dag.graph.CheckedGraph.Sound;
import dev.hotstate.dag.graph.CheckedGraph.Unsound;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether tasks and their dependencies are a job that can run: every finding at once, each with its place, before
 * anything is written. A cycle is looked for only when everything else is right, since it has no meaning before.
 */
public final class GraphCheck {

    public static final int TASKS_MAX = 100_000;
    public static final int DEPENDENCIES_MAX = 1_000_000;

    /** Enough to repair a job in a few rounds; a broken generator would report each of its tasks. */
    static final int FINDINGS_MAX = 50;

    private static final Pattern TASK_ID = Pattern.compile("[A-Za-z0-9_-]{1,40}");

    private final List<TaskNode> added;
    private final int firstAdded;
    private final List<String> ids;
    private final Map<String, Integer> indexes;
    private final List<GraphFinding> findings = new ArrayList<>();

    private GraphCheck(@Nullable TaskGraph known, List<TaskNode> added) {
        this.added = added;
        firstAdded = known == null ? 0 : known.size();
        ids = new ArrayList<>(firstAdded + added.size());
        indexes = HashMap.newHashMap(firstAdded + added.size());
        for (int task = 0; task < firstAdded; task++) {
            ids.add(known.id(task));
            indexes.put(known.id(task), task);
        }
    }

    /** A whole job. */
    public static CheckedGraph check(List<TaskNode> tasks) {
        return check(null, tasks);
    }

    /** Tasks that join a sound job while it runs. They may depend on old and new tasks; no old task depends on them. */
    public static CheckedGraph checkAdded(TaskGraph known, List<TaskNode> added) {
        return check(known, added);
    }

    public static boolean isTaskId(String id) {
        return TASK_ID.matcher(id).matches();
    }

    private static CheckedGraph check(@Nullable TaskGraph known, List<TaskNode> added) {
        var refusal = sizeRefusal(known, added);
        return refusal != null ? new Unsound(List.of(refusal)) : new GraphCheck(known, added).run(known);
    }

    private static @Nullable GraphFinding sizeRefusal(@Nullable TaskGraph known, List<TaskNode> added) {
        int tasks = added.size() + (known == null ? 0 : known.size());
        long dependencies = known == null ? 0 : known.edges().count();
        for (var task : added) {
            dependencies += task.dependsOn().size();
        }
        if (added.isEmpty()) {
            return GraphFinding.noTasks();
        }
        if (tasks > TASKS_MAX) {
            return GraphFinding.tooManyTasks(tasks);
        }
        return dependencies > DEPENDENCIES_MAX ? GraphFinding.tooManyDependencies(dependencies) : null;
    }

    private CheckedGraph run(@Nullable TaskGraph known) {
        readIds();
        var edges = readDependencies(known);
        if (findings.isEmpty()) {
            Cycle.in(edges).ifPresent(this::reportCycle);
        }
        return findings.isEmpty() ? new Sound(new TaskGraph(ids, indexes, edges)) : new Unsound(findings);
    }

    private void readIds() {
        for (int position = 0; position < added.size(); position++) {
            var id = added.get(position).id();
            ids.add(id);
            if (!isTaskId(id)) {
                report(GraphFinding.illegalId(position, id));
            } else if (indexes.putIfAbsent(id, firstAdded + position) != null) {
                report(GraphFinding.duplicateId(position, id));
            }
        }
    }

    private Edges readDependencies(@Nullable TaskGraph known) {
        var edges = new Edges.Builder(ids.size());
        if (known != null) {
            edges.addAll(known.edges());
        }
        // The last task that named a dependency: tells a repetition without a set per task.
        var namedBy = new int[ids.size()];
        for (int position = 0; position < added.size(); position++) {
            readDependencies(position, edges, namedBy);
        }
        return edges.build();
    }

    private void readDependencies(int position, Edges.Builder edges, int[] namedBy) {
        var node = added.get(position);
        int task = firstAdded + position;
        for (int at = 0; at < node.dependsOn().size(); at++) {
            var dependency = node.dependsOn().get(at);
            var parent = indexes.get(dependency);
            if (dependency.equals(node.id())) {
                report(GraphFinding.selfDependency(position, at, node.id()));
            } else if (parent == null) {
                report(GraphFinding.unknownDependency(position, at, node.id(), dependency));
            } else if (namedBy[parent] == task + 1) {
                report(GraphFinding.duplicateDependency(position, at, node.id(), dependency));
            } else {
                namedBy[parent] = task + 1;
                edges.add(parent, task);
            }
        }
    }

    private void reportCycle(int[] cycle) {
        var members = new ArrayList<String>(cycle.length);
        for (int task : cycle) {
            members.add(ids.get(task));
        }
        report(GraphFinding.cycle(cycle[0] - firstAdded, members));
    }

    private void report(GraphFinding finding) {
        if (findings.size() < FINDINGS_MAX) {
            findings.add(finding);
        }
    }
}
