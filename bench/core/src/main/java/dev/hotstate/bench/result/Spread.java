package dev.hotstate.bench.result;

import java.util.Collection;

/** The middle and the extremes of one figure over all rounds. */
public record Spread(double median, double min, double max) {

    public static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("No values");
        }
        var sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }
}
