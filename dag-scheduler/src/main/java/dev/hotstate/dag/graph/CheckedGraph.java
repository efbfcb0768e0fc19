package dev.hotstate.dag.graph;

import java.util.List;

/** What {@link GraphCheck} found out. */
public sealed interface CheckedGraph {

    record Sound(TaskGraph graph) implements CheckedGraph {}

    /** At least one finding, in the order of the tasks; long lists are cut. */
    record Unsound(List<GraphFinding> findings) implements CheckedGraph {
        public Unsound {
            findings = List.copyOf(findings);
        }
    }
}
