package dev.hotstate.bench.race;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One pass over all contestants. Each round begins one contestant later than the round before, so that nobody always
 * runs right after the same neighbour, or first on a machine that has just rested.
 */
record Round(int number, List<Contestant> order) {

    static List<Round> rounds(int count, List<Contestant> contestants) {
        var rounds = new ArrayList<Round>(count);
        for (int i = 0; i < count; i++) {
            var order = new ArrayList<>(contestants);
            Collections.rotate(order, -i);
            rounds.add(new Round(i + 1, List.copyOf(order)));
        }
        return rounds;
    }
}
