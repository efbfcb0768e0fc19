package dev.hotstate.dag.graph;

import static dev.hotstate.dag.graph.Graphs.graph;
import static dev.hotstate.dag.graph.Graphs.sound;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected values of paths, ancestors and descendants are those of networkx test_dag. */
class TaskGraphTest {

    private static final String TWO_SOURCES = "1>2 1>3 4>2 4>3 4>5 2>6 5>6";

    @ParameterizedTest
    @CsvSource({
        "1>2 2>3 2>4 3>5 5>6 3>7, 1 2 3 5 6",
        "1>2 2>3 3>4 4>5 1>3 1>5 3>5, 1 2 3 4 5",
        "1>2 2>3 2>4 3>5 5>6 5>7, 1 2 3 5 6",
        "1, 1"
    })
    void the_critical_path_of_equal_tasks_is_the_longest_chain(String edges, String path) {
        var graph = graph(edges);
        var durations = new long[graph.size()];
        Arrays.fill(durations, 10);
        var critical = graph.criticalPath(durations);
        assertThat(ids(graph, critical.tasks())).containsExactly(path.split(" "));
        assertThat(critical.length()).isEqualTo(10L * path.split(" ").length);
    }

    @Test
    void the_critical_path_follows_the_times_and_not_the_number_of_tasks() {
        var graph = graph("start>slow>end start>a>b>c>end");
        var durations = new long[] {1, 100, 5, 10, 10, 10};
        var critical = graph.criticalPath(durations);
        assertThat(ids(graph, critical.tasks())).containsExactly("start", "slow", "end");
        assertThat(critical.length()).isEqualTo(106);
        assertThat(critical.remaining()).containsExactly(106, 105, 5, 35, 25, 15);
    }

    @Test
    void a_critical_path_of_tasks_that_take_no_time_is_still_one() {
        var graph = graph("a>b b>c");
        assertThat(ids(graph, graph.criticalPath(new long[3]).tasks())).containsExactly("a", "b", "c");
    }

    @ParameterizedTest
    @CsvSource({"6, 1 2 4 5 6", "3, 1 3 4", "1, 1"})
    void ancestors(String task, String expected) {
        var graph = graph(TWO_SOURCES);
        assertThat(ids(graph, graph.withAncestors(only(graph, task)).stream().toArray()))
                .containsExactlyInAnyOrder(expected.split(" "));
    }

    @ParameterizedTest
    @CsvSource({"1, 1 2 3 6", "4, 2 3 4 5 6", "3, 3"})
    void descendants(String task, String expected) {
        var graph = graph(TWO_SOURCES);
        assertThat(ids(graph, graph.withDescendants(only(graph, task)).stream().toArray()))
                .containsExactlyInAnyOrder(expected.split(" "));
    }

    @Test
    void a_level_is_the_longest_distance_from_a_root() {
        assertThat(graph("a>b b>c a>c d").levels()).containsExactly(0, 1, 2, 0);
    }

    @Test
    void neighbours_come_in_the_order_in_which_they_were_named() {
        var graph =
                sound(List.of(TaskNode.of("z", "c", "a", "b"), TaskNode.of("a"), TaskNode.of("b"), TaskNode.of("c")));
        var parents =
                IntStream.range(0, 3).map(at -> graph.edges().parent(0, at)).toArray();
        assertThat(ids(graph, parents)).containsExactly("c", "a", "b");
        assertThat(graph.edges().childCount(1)).isEqualTo(1);
        assertThat(graph.edges().child(1, 0)).isZero();
    }

    @Test
    void the_order_is_a_copy() {
        var graph = graph("a>b");
        graph.order()[0] = 7;
        assertThat(graph.order()).containsExactly(0, 1);
    }

    @Test
    void an_unknown_id_has_no_index() {
        assertThat(graph("a>b").index("b")).hasValue(1);
        assertThat(graph("a>b").index("c")).isEmpty();
    }

    @Test
    void paths_and_closures_of_a_chain_of_100_000_need_no_stack() {
        var graph = sound(Graphs.chain(100_000));
        var durations = new long[100_000];
        Arrays.fill(durations, 1);
        assertThat(graph.criticalPath(durations).tasks()).hasSize(100_000);
        assertThat(graph.withDescendants(only(graph, "t0")).cardinality()).isEqualTo(100_000);
        assertThat(graph.withAncestors(only(graph, "t99999")).cardinality()).isEqualTo(100_000);
    }

    private static BitSet only(TaskGraph graph, String id) {
        var set = new BitSet();
        set.set(graph.index(id).orElseThrow());
        return set;
    }

    private static List<String> ids(TaskGraph graph, int[] tasks) {
        return Arrays.stream(tasks).mapToObj(graph::id).toList();
    }
}
