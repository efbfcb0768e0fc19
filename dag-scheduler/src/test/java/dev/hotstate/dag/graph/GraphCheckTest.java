package dev.hotstate.dag.graph;

import static dev.hotstate.dag.graph.Graphs.findings;
import static dev.hotstate.dag.graph.Graphs.nodes;
import static dev.hotstate.dag.graph.Graphs.sound;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hotstate.dag.graph.CheckedGraph.Sound;
import dev.hotstate.dag.graph.CheckedGraph.Unsound;
import dev.hotstate.dag.graph.GraphFinding.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphCheckTest {

    /** Restated from networkx test_dag and glide-mq dag-utils: what they call acyclic. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "a b",
                "a>b a>c b>d c>d",
                "1>2 1>3 2>3",
                "1>2 1>3 3>2",
                "3>4 4>5",
                "2>3 3>4 4>5 5>1 11>12 12>13 13>14 14>15",
                "1>2 1>3 1>4 2>5 2>6 2>7 2>8 6>9 6>10 6>11 4>12 4>13 4>14",
                "0>1",
                "1>2 1>3 4>2 4>3 4>5 2>6 5>6",
                "1>2 2>3 1>4 1>5 2>6",
                "a>d b>d c>d",
                "1>2>3>4 1>3 1>4 2>4"
            })
    void a_graph_without_a_cycle_is_sound(String edges) {
        assertThat(GraphCheck.check(nodes(edges))).isInstanceOf(Sound.class);
    }

    /** Restated from the same suites: what they refuse, with the cycle that we name. */
    @ParameterizedTest
    @CsvSource({
        "a>b b>a, a b",
        "a>b b>c c>a, a c b",
        "1>2 1>3 2>3 3>2, 2 3",
        "1>2 2>3 3>4 4>5 5>1 11>12 12>13 13>14 14>15, 1 5 4 3 2",
        "1>2 1>3 1>4 2>5 2>6 2>7 2>8 6>9 6>10 6>11 4>12 4>13 4>14 14>1, 1 14 4",
        "a>b a>c b>d c>d d>b, b d",
        "before>a a>b b>c c>a c>after, a c b",
        "1>2>3>4>1 3>5, 1 4 3 2",
        "1>2 2>1 3>4 4>3, 1 2"
    })
    void a_cycle_is_named_from_its_first_task_each_waiting_for_the_next(String edges, String cycle) {
        var findings = findings(nodes(edges));
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.CYCLE);
            assertThat(finding.tasks()).containsExactly(cycle.split(" "));
            assertThat(finding.message())
                    .endsWith(
                            cycle.replace(" ", " → ") + " → " + finding.tasks().getFirst());
        });
    }

    @Test
    void a_long_cycle_is_counted_instead_of_spelled_out() {
        var ring = new ArrayList<>(Graphs.chain(100_000));
        ring.set(0, TaskNode.of("t0", "t99999"));
        assertThat(findings(ring)).singleElement().satisfies(finding -> {
            assertThat(finding.tasks()).hasSize(100_000);
            assertThat(finding.message())
                    .contains("t0 → t99999 → t99998")
                    .contains("… 99,988 more …")
                    .hasSizeLessThan(300);
        });
    }

    @Test
    void a_job_needs_a_task() {
        assertThat(findings(List.of())).extracting(GraphFinding::kind).containsExactly(Kind.NO_TASKS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a b",
                "a,b",
                "a:b",
                "a{b}",
                "a.b",
                "ä",
                "a/b",
                "12345678901234567890123456789012345678901"
            })
    void an_id_is_made_of_letters_digits_underscore_and_dash(String id) {
        assertThat(findings(List.of(TaskNode.of("fine"), TaskNode.of(id))))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.kind()).isEqualTo(Kind.ILLEGAL_ID);
                    assertThat(finding.pointer()).isEqualTo("/tasks/1/id");
                });
    }

    @Test
    void every_finding_is_reported_with_its_place() {
        var findings = findings(List.of(
                TaskNode.of("a"),
                TaskNode.of("a"),
                TaskNode.of("b", "a", "b"),
                TaskNode.of("c", "a", "nobody"),
                TaskNode.of("d", "a", "c", "a")));
        assertThat(findings)
                .extracting(GraphFinding::kind, GraphFinding::pointer)
                .containsExactly(
                        tuple(Kind.DUPLICATE_ID, "/tasks/1/id"),
                        tuple(Kind.SELF_DEPENDENCY, "/tasks/2/dependsOn/1"),
                        tuple(Kind.UNKNOWN_DEPENDENCY, "/tasks/3/dependsOn/1"),
                        tuple(Kind.DUPLICATE_DEPENDENCY, "/tasks/4/dependsOn/2"));
    }

    @Test
    void findings_are_cut_and_their_texts_are_short() {
        var nodes = IntStream.range(0, 1000)
                .mapToObj(task -> TaskNode.of("t" + task, "x".repeat(5000)))
                .toList();
        assertThat(findings(nodes))
                .hasSize(GraphCheck.FINDINGS_MAX)
                .allSatisfy(finding -> assertThat(finding.message()).hasSizeLessThan(200));
    }

    @Test
    void a_job_has_at_most_100_000_tasks_and_a_million_dependencies() {
        assertThat(findings(Graphs.chain(GraphCheck.TASKS_MAX + 1)))
                .extracting(GraphFinding::kind)
                .containsExactly(Kind.TOO_MANY_TASKS);
        var parents = IntStream.range(0, 1001).mapToObj(task -> "p" + task).toList();
        var dense = new ArrayList<>(parents.stream().map(TaskNode::of).toList());
        IntStream.range(0, 1000).forEach(task -> dense.add(new TaskNode("c" + task, parents)));
        assertThat(findings(dense)).extracting(GraphFinding::kind).containsExactly(Kind.TOO_MANY_DEPENDENCIES);
    }

    @Test
    void a_chain_and_a_fan_of_the_largest_size_are_sound() {
        assertThat(sound(Graphs.chain(GraphCheck.TASKS_MAX)).levels()).endsWith(GraphCheck.TASKS_MAX - 1);
        var fan = sound(Graphs.fan(GraphCheck.TASKS_MAX - 2));
        assertThat(fan.edges().parentCount(fan.size() - 1)).isEqualTo(GraphCheck.TASKS_MAX - 2);
        assertThat(fan.edges().childCount(0)).isEqualTo(GraphCheck.TASKS_MAX - 2);
        assertThat(fan.levels()).startsWith(0, 1).endsWith(1, 2);
    }

    @Test
    void tasks_join_a_running_job() {
        var job = Graphs.graph("a>b");
        var checked = GraphCheck.checkAdded(job, List.of(TaskNode.of("d", "c"), TaskNode.of("c", "a")));
        assertThat(checked).isInstanceOfSatisfying(Sound.class, sound -> {
            assertThat(sound.graph().ids()).containsExactly("a", "b", "d", "c");
            assertThat(sound.graph().levels()).containsExactly(0, 1, 2, 1);
        });
    }

    @Test
    void tasks_that_join_are_checked_like_the_first_ones() {
        var job = Graphs.graph("a>b");
        assertThat(GraphCheck.checkAdded(job, List.of(TaskNode.of("b"), TaskNode.of("c", "z"))))
                .isInstanceOfSatisfying(
                        Unsound.class,
                        unsound -> assertThat(unsound.findings())
                                .extracting(GraphFinding::kind)
                                .containsExactly(Kind.DUPLICATE_ID, Kind.UNKNOWN_DEPENDENCY));
        assertThat(GraphCheck.checkAdded(job, List.of(TaskNode.of("c", "a", "d"), TaskNode.of("d", "c"))))
                .isInstanceOfSatisfying(
                        Unsound.class,
                        unsound -> assertThat(unsound.findings())
                                .singleElement()
                                .satisfies(
                                        finding -> assertThat(finding.pointer()).isEqualTo("/tasks/0/dependsOn")));
    }

    /** 500 random graphs: sound as they are, and with one dependency turned round the cycle that is named is really there. */
    @Test
    void random_graphs_are_judged_right() {
        long seed = Long.getLong("seed", System.nanoTime());
        var random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            var nodes = Graphs.random(random, 2 + random.nextInt(40));
            var graph = sound(nodes);
            assertThat(position(graph)).as("seed %d round %d", seed, round).isTrue();
            var broken = withBackEdge(nodes, graph, random);
            if (!broken.equals(nodes)) {
                assertIsCycle(broken, findings(broken).getFirst(), seed);
            }
        }
    }

    private static boolean position(TaskGraph graph) {
        var at = new int[graph.size()];
        int count = 0;
        for (int task : graph.order()) {
            at[task] = count++;
        }
        boolean[] ordered = {count == graph.size()};
        for (int task = 0; task < graph.size(); task++) {
            int child = task;
            graph.edges().eachParent(task, parent -> ordered[0] &= at[parent] < at[child]);
        }
        return ordered[0];
    }

    /** Makes some task wait for one of its own descendants that it did not know. */
    private static List<TaskNode> withBackEdge(List<TaskNode> nodes, TaskGraph graph, Random random) {
        int task = random.nextInt(nodes.size());
        var start = new BitSet();
        start.set(task);
        var descendants = graph.withDescendants(start);
        descendants.clear(task);
        if (descendants.isEmpty()) {
            return nodes;
        }
        var parents = new ArrayList<>(nodes.get(task).dependsOn());
        parents.add(graph.id(descendants.nextSetBit(0)));
        var broken = new ArrayList<>(nodes);
        broken.set(task, new TaskNode(nodes.get(task).id(), parents));
        return broken;
    }

    private static void assertIsCycle(List<TaskNode> nodes, GraphFinding finding, long seed) {
        assertThat(finding.kind()).as("seed %d", seed).isEqualTo(Kind.CYCLE);
        var members = finding.tasks();
        for (int at = 0; at < members.size(); at++) {
            var member = members.get(at);
            var next = members.get((at + 1) % members.size());
            assertThat(nodes)
                    .as("seed %d", seed)
                    .anyMatch(
                            node -> node.id().equals(member) && node.dependsOn().contains(next));
        }
    }
}
