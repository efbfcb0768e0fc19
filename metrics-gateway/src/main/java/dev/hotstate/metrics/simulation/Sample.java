package dev.hotstate.metrics.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Requests of a time, of one caller in {@code 2^thinning}: of those whom it has, it has every request, so that limits per caller
 * act as they did. Callers are chosen by their digest, so that all samples have the same ones.
 *
 * @param missed requests that came too fast to be looked at
 */
record Sample(int thinning, long missed, List<Sampled> requests) {

    static final Sample EMPTY = new Sample(0, 0, List.of());

    private static final int THINNING_MAX = 30;

    /** Only as many callers that no more than this are left.  */
    Sample atMost(int most) {
        var thinned = this;
        while (thinned.requests.size() > most && thinned.thinning < THINNING_MAX) {
            thinned = thinned.thinnedTo(thinned.thinning + 1);
        }
        return thinned;
    }

    Sample plus(Sample other) {
        int common = Math.max(thinning, other.thinning);
        var all = new ArrayList<>(thinnedTo(common).requests);
        all.addAll(other.thinnedTo(common).requests);
        return new Sample(common, missed + other.missed, all);
    }

    Sample inOrder() {
        return new Sample(
                thinning,
                missed,
                requests.stream().sorted(Comparator.comparingLong(Sampled::at)).toList());
    }

    private Sample thinnedTo(int wanted) {
        return wanted == thinning
                ? this
                : new Sample(
                        wanted,
                        missed,
                        requests.stream()
                                .filter(request -> isKept(request.unit(), wanted))
                                .toList());
    }

    static boolean isKept(String unit, int thinning) {
        return Integer.numberOfLeadingZeros(Digest.number(unit)) > thinning;
    }
}
