package dev.hotstate.bench;

import dev.hotstate.bench.race.Race;
import dev.hotstate.bench.result.Comparison;
import dev.hotstate.bench.result.Goal;
import java.util.List;
import java.util.Map;

/** One named benchmark. A new one is one class and its line in {@code BenchMain}. */
public interface Bench {

    /** As on the command line and in {@code bench/results}. */
    String name();

    /** What the table answers, in one sentence. */
    String question();

    /** Starts what the contestants share, all of it owned by the scope, and lines them up. */
    LineUp lineUp(BenchScope scope) throws Exception;

    /**
     * @param races run one after the other; no two contestants share a name, not even in different races
     * @param versions of everything whose speed matters
     * @param notes what a reader must know to judge the figures, such as a peer that is missing here
     */
    record LineUp(
            List<Race> races,
            List<Comparison> comparisons,
            List<Goal> goals,
            Map<String, String> versions,
            List<String> notes) {}
}
