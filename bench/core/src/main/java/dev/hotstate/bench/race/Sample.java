package dev.hotstate.bench.race;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What one turn of a contestant yielded: values by metric name, in the order of the table's columns. */
public record Sample(Map<String, Double> values) {

    public Sample {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public static Sample of(String metric, double value) {
        return new Sample(Map.of(metric, value));
    }

    public Sample and(Sample more) {
        var all = new LinkedHashMap<>(values);
        all.putAll(more.values);
        return new Sample(all);
    }
}
