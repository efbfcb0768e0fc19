package dev.hotstate.dag.layout;

import dev.hotstate.dag.graph.Edges;
import dev.hotstate.dag.graph.TaskGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A job drawn: its boxes, the links between them, and where everything stands.
 *
 * @param links three numbers for each link: from vertex, to vertex, how many dependencies it stands for
 */
public record Picture(List<Vertex> vertices, int[] links, LayeredLayout layout, int levels) {

    /** A larger picture says nothing to anybody, and takes long to draw. */
    public static final int VERTICES_MAX = 5_000;

    /** Of more levels, several beside each other become one box. */
    static final int LEVELS_MAX = 1_000;

    public static Picture ofTasks(TaskGraph graph) {
        return of(graph, Folding.none(graph, graph.levels()));
    }

    /** @param unfolded ids of groups whose tasks are shown one by one */
    public static Picture folded(TaskGraph graph, Set<String> unfolded) {
        var levels = graph.levels();
        int count = Arrays.stream(levels).max().orElse(-1) + 1;
        return of(
                graph,
                count > LEVELS_MAX
                        ? Folding.bands(graph, levels, Math.ceilDiv(count, LEVELS_MAX))
                        : Folding.fold(graph, levels, unfolded));
    }

    private static Picture of(TaskGraph graph, List<Vertex> vertices) {
        var links = links(graph, vertices);
        var edges = new Edges.Builder(vertices.size());
        for (int at = 0; at < links.length; at += 3) {
            edges.add(links[at], links[at + 1]);
        }
        var columns = vertices.stream().mapToInt(Vertex::level).toArray();
        int count = Arrays.stream(columns).max().orElse(-1) + 1;
        return new Picture(vertices, links, LayeredLayout.of(edges.build(), columns), count);
    }

    /** Equal links side by side after sorting, then counted into one. */
    private static int[] links(TaskGraph graph, List<Vertex> vertices) {
        var vertexOf = new int[graph.size()];
        for (int vertex = 0; vertex < vertices.size(); vertex++) {
            for (int task : vertices.get(vertex).tasks()) {
                vertexOf[task] = vertex;
            }
        }
        var pairs = new long[graph.edges().count()];
        int[] filled = {0};
        for (int task = 0; task < graph.size(); task++) {
            long from = vertexOf[task];
            graph.edges().eachChild(task, child -> pairs[filled[0]++] = from << 32 | vertexOf[child]);
        }
        Arrays.sort(pairs);
        return counted(pairs);
    }

    private static boolean leadsOut(long pair) {
        return pair >> 32 != (int) pair;
    }

    /** Dependencies within a box are not drawn. */
    private static int[] counted(long[] allSortedPairs) {
        var sortedPairs =
                Arrays.stream(allSortedPairs).filter(Picture::leadsOut).toArray();
        var links = new int[3 * sortedPairs.length];
        int length = 0;
        for (int at = 0; at < sortedPairs.length; at++) {
            if (at > 0 && sortedPairs[at] == sortedPairs[at - 1]) {
                links[length - 1]++;
                continue;
            }
            links[length++] = (int) (sortedPairs[at] >> 32);
            links[length++] = (int) sortedPairs[at];
            links[length++] = 1;
        }
        return Arrays.copyOf(links, length);
    }
}
