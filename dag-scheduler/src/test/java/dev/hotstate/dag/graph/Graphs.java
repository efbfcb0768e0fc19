package dev.hotstate.dag.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.graph.CheckedGraph.Sound;
import dev.hotstate.dag.graph.CheckedGraph.Unsound;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Graphs for tests, written the way the public suites write them: as edges from parent to child. */
public final class Graphs {

    private Graphs() {}

    /** {@code "1>2 2>3 9"}: edges, and tasks without any. Tasks are numbered by their first appearance. */
    public static List<TaskNode> nodes(String text) {
        var parents = new LinkedHashMap<String, List<String>>();
        for (var word : text.isBlank() ? new String[0] : text.trim().split("\\s+")) {
            var ends = word.split(">");
            for (var end : ends) {
                parents.computeIfAbsent(end, id -> new ArrayList<>());
            }
            for (int at = 1; at < ends.length; at++) {
                parents.get(ends[at]).add(ends[at - 1]);
            }
        }
        return parents.entrySet().stream()
                .map(task -> new TaskNode(task.getKey(), task.getValue()))
                .toList();
    }

    public static TaskGraph graph(String text) {
        return sound(nodes(text));
    }

    public static TaskGraph sound(List<TaskNode> nodes) {
        var checked = GraphCheck.check(nodes);
        assertThat(checked).isInstanceOf(Sound.class);
        return ((Sound) checked).graph();
    }

    public static List<GraphFinding> findings(List<TaskNode> nodes) {
        var checked = GraphCheck.check(nodes);
        assertThat(checked).isInstanceOf(Unsound.class);
        return ((Unsound) checked).findings();
    }

    public static List<TaskNode> chain(int length) {
        return IntStream.range(0, length)
                .mapToObj(task -> task == 0 ? TaskNode.of("t0") : TaskNode.of("t" + task, "t" + (task - 1)))
                .toList();
    }

    /** One root, the given number of tasks behind it, one task that waits for all of those. */
    public static List<TaskNode> fan(int width) {
        var nodes = new ArrayList<TaskNode>();
        nodes.add(TaskNode.of("root"));
        IntStream.range(0, width).forEach(task -> nodes.add(TaskNode.of("t" + task, "root")));
        nodes.add(new TaskNode(
                "join", IntStream.range(0, width).mapToObj(task -> "t" + task).toList()));
        return nodes;
    }

    /** A chain and a task that waits for each of it. */
    public static List<TaskNode> chainWithJoin(int length) {
        var nodes = new ArrayList<>(chain(length));
        nodes.add(new TaskNode("join", nodes.stream().map(TaskNode::id).toList()));
        return nodes;
    }

    /** Without cycles, and written down in an order that is not topological. */
    public static List<TaskNode> random(Random random, int tasks) {
        var shuffled = new ArrayList<>(IntStream.range(0, tasks).boxed().toList());
        Collections.shuffle(shuffled, random);
        double density = random.nextDouble() * 0.3;
        return shuffled.stream()
                .map(task -> new TaskNode(
                        "t" + task,
                        IntStream.range(0, task)
                                .filter(parent -> random.nextDouble() < density)
                                .mapToObj(parent -> "t" + parent)
                                .toList()))
                .toList();
    }
}
