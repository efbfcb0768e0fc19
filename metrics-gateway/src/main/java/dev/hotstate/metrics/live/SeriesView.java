package dev.hotstate.metrics.live;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Values at even distances of time; null where nothing is known.
 *
 * @param from when the first step begins
 */
@Schema(name = "EvenSeries")
record SeriesView(int stepSeconds, Instant from, Map<String, List<@Nullable Double>> series) {

    static SeriesView empty(int stepSeconds, Instant from) {
        return new SeriesView(stepSeconds, from, new LinkedHashMap<>());
    }

    void add(String name, @Nullable Double value) {
        series.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
    }

    void add(Map<String, @Nullable Double> values) {
        values.forEach(this::add);
    }
}
