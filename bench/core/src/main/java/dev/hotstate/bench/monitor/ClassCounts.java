package dev.hotstate.bench.monitor;

import java.util.Map;
import java.util.TreeMap;

/**
 * A histogram as Prometheus reads it.
 *
 * @param byBound how many took at most so many seconds
 */
record ClassCounts(TreeMap<Double, Long> byBound) {

    static ClassCounts none() {
        return new ClassCounts(new TreeMap<>());
    }

    /** @param line of a bucket, which ends with its count */
    void read(String line, long count) {
        var bound = line.replaceAll(".*le=\"([^\"]+)\".*", "$1");
        byBound.put(bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound), count);
    }

    ClassCounts since(ClassCounts earlier) {
        var counts = new TreeMap<>(byBound);
        counts.replaceAll((bound, count) -> count - earlier.byBound.getOrDefault(bound, 0L));
        return new ClassCounts(counts);
    }

    /** The bound below which this share of all lies. */
    double millisAtMost(double percentile) {
        if (byBound.isEmpty()) {
            return Double.NaN;
        }
        double wanted = byBound.lastEntry().getValue() * percentile / 100;
        return byBound.entrySet().stream()
                        .filter(bound -> bound.getValue() >= wanted)
                        .mapToDouble(Map.Entry::getKey)
                        .findFirst()
                        .orElse(Double.POSITIVE_INFINITY)
                * 1_000;
    }
}
