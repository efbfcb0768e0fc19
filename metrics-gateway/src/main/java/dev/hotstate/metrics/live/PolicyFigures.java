package dev.hotstate.metrics.live;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Decisions of a policy.
 *
 * @param denied refused by it; of one in the shadow: it would have
 * @param near allowed, with less than a fifth left
 * @param wouldDeny of one in the shadow: refused by it, and the request went on
 * @param wouldAllow of one in the shadow: allowed by it, and the request was refused by another
 * @param withoutRedis decided by the fail mode; counted above too
 * @param callers the hottest, about
 */
record PolicyFigures(
        long allowed,
        long denied,
        long near,
        long wouldDeny,
        long wouldAllow,
        long withoutRedis,
        Map<String, OfCaller> callers) {

    static final int CALLERS_MAX = 20;

    static final PolicyFigures NONE = new PolicyFigures(0, 0, 0, 0, 0, 0, Map.of());

    record OfCaller(long asked, long denied) {

        OfCaller plus(OfCaller other) {
            return new OfCaller(asked + other.asked, denied + other.denied);
        }
    }

    PolicyFigures plus(PolicyFigures other) {
        var all = new HashMap<>(callers);
        other.callers.forEach((caller, of) -> all.merge(caller, of, OfCaller::plus));
        return new PolicyFigures(
                allowed + other.allowed,
                denied + other.denied,
                near + other.near,
                wouldDeny + other.wouldDeny,
                wouldAllow + other.wouldAllow,
                withoutRedis + other.withoutRedis,
                all);
    }

    /** With no more callers than are kept. */
    PolicyFigures pruned() {
        return new PolicyFigures(allowed, denied, near, wouldDeny, wouldAllow, withoutRedis, hottest(CALLERS_MAX));
    }

    /** Those who asked most, first. */
    Map<String, OfCaller> hottest(int most) {
        return callers.entrySet().stream()
                .sorted(Map.Entry.<String, OfCaller>comparingByValue(Comparator.comparingLong(OfCaller::asked))
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, Map.Entry::getValue, (one, same) -> one, LinkedHashMap::new));
    }
}
