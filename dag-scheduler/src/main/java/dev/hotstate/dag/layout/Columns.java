package dev.hotstate.dag.layout;

import dev.hotstate.dag.graph.Edges;
import java.util.Arrays;

/**
 * The graph with a place for every link in every column that it passes: nodes are the vertices and then the lanes, and links
 * lead from one column to the next only. The order within the columns changes while the layout is made.
 */
final class Columns {

    /**
     * Room for lanes. A chain whose last task depends on all others would need half the square of its length; beyond this the
     * longest links have none and are drawn from end to end.
     */
    static final int LANES_MAX = 50_000;

    private final int vertices;
    private final int[] column;
    private final int[] firstLane;
    private final Edges links;
    private final int[][] order;
    private final int[] position;

    private Columns(int vertices, int[] column, int[] firstLane, Edges links) {
        this.vertices = vertices;
        this.column = column;
        this.firstLane = firstLane;
        this.links = links;
        this.order = inWrittenOrder(column);
        this.position = new int[column.length];
        for (var nodes : order) {
            number(nodes);
        }
    }

    static Columns of(Edges edges, int[] levels) {
        int vertices = levels.length;
        var lanesOf = lanes(edges, levels);
        var firstLane = new int[vertices + 1];
        for (int vertex = 0; vertex < vertices; vertex++) {
            firstLane[vertex + 1] = firstLane[vertex] + lanesOf[vertex];
        }
        int nodes = vertices + firstLane[vertices];
        var column = Arrays.copyOf(levels, nodes);
        var links = new Edges.Builder(nodes);
        for (int vertex = 0; vertex < vertices; vertex++) {
            int from = vertex;
            int lane = vertices + firstLane[vertex];
            int lanes = lanesOf[vertex];
            for (int passed = 0; passed < lanes; passed++) {
                column[lane + passed] = levels[vertex] + 1 + passed;
                links.add(passed == 0 ? vertex : lane + passed - 1, lane + passed);
            }
            edges.eachChild(vertex, child -> {
                int passed = levels[child] - levels[from] - 1;
                if (passed <= lanes) {
                    links.add(passed == 0 ? from : lane + passed - 1, child);
                }
            });
        }
        return new Columns(vertices, column, firstLane, links.build());
    }

    /** How many each vertex has: as many as its farthest child is away, or none if that is too far for all to have room. */
    private static int[] lanes(Edges edges, int[] levels) {
        var lanes = new int[levels.length];
        int farthest = 0;
        for (int vertex = 0; vertex < lanes.length; vertex++) {
            lanes[vertex] = lanesOf(vertex, edges, levels);
            farthest = Math.max(farthest, lanes[vertex]);
        }
        for (int max = farthest; Arrays.stream(lanes).asLongStream().sum() > LANES_MAX; max /= 2) {
            for (int vertex = 0; vertex < lanes.length; vertex++) {
                lanes[vertex] = lanes[vertex] > max / 2 ? 0 : lanes[vertex];
            }
        }
        return lanes;
    }

    private static int lanesOf(int vertex, Edges edges, int[] levels) {
        int farthest = levels[vertex] + 1;
        for (int at = 0; at < edges.childCount(vertex); at++) {
            farthest = Math.max(farthest, levels[edges.child(vertex, at)]);
        }
        return farthest - levels[vertex] - 1;
    }

    private static int[][] inWrittenOrder(int[] column) {
        int columns = Arrays.stream(column).max().orElse(-1) + 1;
        var sizes = new int[columns];
        for (int at : column) {
            sizes[at]++;
        }
        var order = new int[columns][];
        Arrays.setAll(order, at -> new int[sizes[at]]);
        var filled = new int[columns];
        for (int node = 0; node < column.length; node++) {
            order[column[node]][filled[column[node]]++] = node;
        }
        return order;
    }

    int count() {
        return order.length;
    }

    int nodes() {
        return column.length;
    }

    Edges links() {
        return links;
    }

    /** The nodes of a column from top to bottom. */
    int[] order(int at) {
        return order[at];
    }

    void reorder(int at, int[] nodes) {
        order[at] = nodes;
        number(nodes);
    }

    /** Where in its column a node stands, from 0. */
    int position(int node) {
        return position[node];
    }

    float size(int node) {
        return node < vertices ? 1 : LayeredLayout.LANE;
    }

    boolean isLane(int node) {
        return node >= vertices;
    }

    private void number(int[] nodes) {
        for (int at = 0; at < nodes.length; at++) {
            position[nodes[at]] = at;
        }
    }

    LayeredLayout layout(double[] middle) {
        double top = Double.MAX_VALUE;
        double bottom = 0;
        for (int node = 0; node < middle.length; node++) {
            top = Math.min(top, middle[node] - size(node) / 2);
        }
        var y = new float[vertices];
        for (int vertex = 0; vertex < vertices; vertex++) {
            y[vertex] = (float) (middle[vertex] - top);
        }
        for (int node = 0; node < middle.length; node++) {
            bottom = Math.max(bottom, middle[node] - top + size(node) / 2);
        }
        var lanes = new float[vertices][];
        for (int vertex = 0; vertex < vertices; vertex++) {
            int first = vertices + firstLane[vertex];
            lanes[vertex] = new float[firstLane[vertex + 1] - firstLane[vertex]];
            for (int passed = 0; passed < lanes[vertex].length; passed++) {
                lanes[vertex][passed] = (float) (middle[first + passed] - top);
            }
        }
        return new LayeredLayout(y, lanes, (float) bottom);
    }
}
