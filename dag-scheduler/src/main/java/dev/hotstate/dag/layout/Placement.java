package dev.hotstate.dag.layout;

/**
 * Heights for a given order: each node wants to stand at the mean height of its neighbours, and nodes of a column keep their
 * order and distance. Moving a column as close to its wishes as that allows (least squares) is isotonic regression, which the
 * pool-adjacent-violators algorithm solves exactly in one pass.
 */
final class Placement {

    private static final int ROUNDS = 4;

    /** A lane that is not straight draws more attention than a task that does not stand exactly between its neighbours. */
    private static final double LANE_WEIGHT = 3;

    private final Columns columns;
    private final double[] middle;

    private Placement(Columns columns) {
        this.columns = columns;
        this.middle = new double[columns.nodes()];
    }

    static double[] of(Columns columns) {
        var placement = new Placement(columns);
        placement.stack();
        for (int round = 0; round < ROUNDS; round++) {
            for (int at = 0; at < columns.count(); at++) {
                placement.settle(at, true, round == ROUNDS - 1);
            }
            for (int at = columns.count() - 1; at >= 0; at--) {
                placement.settle(at, round == ROUNDS - 1, true);
            }
        }
        return placement.middle;
    }

    /** To begin with: every column stacked without gaps, around one axis. */
    private void stack() {
        for (int at = 0; at < columns.count(); at++) {
            double height = 0;
            for (int node : columns.order(at)) {
                height += columns.size(node);
            }
            double top = -height / 2;
            for (int node : columns.order(at)) {
                middle[node] = top + columns.size(node) / 2;
                top += columns.size(node);
            }
        }
    }

    private void settle(int at, boolean byParents, boolean byChildren) {
        var nodes = columns.order(at);
        var offset = new double[nodes.length];
        for (int index = 1; index < nodes.length; index++) {
            offset[index] = offset[index - 1] + (columns.size(nodes[index - 1]) + columns.size(nodes[index])) / 2;
        }
        var blocks = new Blocks(nodes.length);
        for (int index = 0; index < nodes.length; index++) {
            int node = nodes[index];
            double wish = wish(node, byParents, byChildren) - offset[index];
            blocks.add(wish, columns.isLane(node) ? LANE_WEIGHT : 1);
        }
        blocks.each((index, height) -> middle[nodes[index]] = height + offset[index]);
    }

    private double wish(int node, boolean byParents, boolean byChildren) {
        var links = columns.links();
        int parents = byParents ? links.parentCount(node) : 0;
        int children = byChildren ? links.childCount(node) : 0;
        if (parents + children == 0) {
            return middle[node];
        }
        double sum = 0;
        for (int at = 0; at < parents; at++) {
            sum += middle[links.parent(node, at)];
        }
        for (int at = 0; at < children; at++) {
            sum += middle[links.child(node, at)];
        }
        return sum / (parents + children);
    }

    /** Runs of neighbours that touch each other, and therefore share the mean of their wishes. */
    private static final class Blocks {

        private final double[] mean;
        private final double[] weight;
        private final int[] size;
        private int count;

        Blocks(int nodes) {
            mean = new double[nodes];
            weight = new double[nodes];
            size = new int[nodes];
        }

        void add(double wish, double wishWeight) {
            mean[count] = wish;
            weight[count] = wishWeight;
            size[count++] = 1;
            while (count > 1 && mean[count - 2] >= mean[count - 1]) {
                mergeLastTwo();
            }
        }

        private void mergeLastTwo() {
            int one = count - 2;
            int other = count - 1;
            double sum = weight[one] + weight[other];
            mean[one] = (mean[one] * weight[one] + mean[other] * weight[other]) / sum;
            weight[one] = sum;
            size[one] += size[other];
            count--;
        }

        void each(Visitor visitor) {
            int index = 0;
            for (int block = 0; block < count; block++) {
                for (int member = 0; member < size[block]; member++) {
                    visitor.visit(index++, mean[block]);
                }
            }
        }

        interface Visitor {
            void visit(int index, double height);
        }
    }
}
