package dev.hotstate.metrics.report;

import dev.hotstate.metrics.observation.LatencySketch;
import java.time.Instant;
import java.util.SortedMap;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How long the requests of a time took, in milliseconds, at most 1 % wrong.
 *
 * @param hour its beginning; absent for all time
 */
@Schema(name = "Latency")
record LatencyView(
        @Nullable Instant hour,
        long count,
        @Nullable Double p50,
        @Nullable Double p90,
        @Nullable Double p95,
        @Nullable Double p99,
        @Nullable Double p999) {

    static LatencyView of(@Nullable Instant hour, SortedMap<Integer, Long> counts) {
        long count = counts.values().stream().mapToLong(Long::longValue).sum();
        return count == 0
                ? new LatencyView(hour, 0, null, null, null, null, null)
                : new LatencyView(
                        hour,
                        count,
                        millis(counts, 0.50),
                        millis(counts, 0.90),
                        millis(counts, 0.95),
                        millis(counts, 0.99),
                        millis(counts, 0.999));
    }

    private static double millis(SortedMap<Integer, Long> counts, double part) {
        return Math.round(LatencySketch.microsAt(counts, part)) / 1_000.0;
    }
}
