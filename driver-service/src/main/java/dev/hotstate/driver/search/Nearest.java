package dev.hotstate.driver.search;

import java.time.Instant;
import java.util.List;

/**
 * The nearest drivers, nearest first.
 *
 * @param complete whether no nearer one can be missing; not so while a part of Redis does not answer
 * @param searched how far was looked, in metres
 */
public record Nearest(
        List<FoundDriver> drivers, boolean complete, double searched, Instant asOf, Explanation explanation) {

    /**
     * What it took.
     *
     * @param cells      that were asked in the last round
     * @param rounds     each over more of the cells or farther than the one before
     * @param roundTrips to Redis and back, one after the other
     * @param scanned    candidates that came back
     * @param dropped    candidates that had lapsed or left
     */
    public record Explanation(int cells, int rounds, int roundTrips, int scanned, int dropped) {

        static final Explanation NONE = new Explanation(0, 0, 0, 0, 0);
    }
}
