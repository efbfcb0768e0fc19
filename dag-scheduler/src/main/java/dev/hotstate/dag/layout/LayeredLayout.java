package dev.hotstate.dag.layout;

import dev.hotstate.dag.graph.Edges;

/**
 * Places vertices in columns, after Sugiyama: the column is the level, then the order within each column is chosen for few
 * crossings, then heights for straight links.
 *
 * <p>A link that passes over columns runs in a lane of its own there. All long links of one vertex share their lanes, so that
 * their number grows with vertices and not with links.
 *
 * @param y the middle of each vertex, in rows; no two vertices of a column are closer than one row
 * @param lanes of each vertex, the heights at which its long links pass the columns after its own; fewer than those columns where
 *     there is no room for all
 * @param height of the picture, in rows
 */
public record LayeredLayout(float[] y, float[][] lanes, float height) {

    /** A vertex takes a row, a lane less. */
    static final float LANE = 0.4f;

    /** @param levels of each vertex; a link leads from a lower to a higher level */
    public static LayeredLayout of(Edges edges, int[] levels) {
        var columns = Columns.of(edges, levels);
        Ordering.improve(columns);
        var y = Placement.of(columns);
        return columns.layout(y);
    }
}
