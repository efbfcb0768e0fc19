package dev.hotstate.metrics.adaptive;

import dev.hotstate.metrics.observation.LatencySketch;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How an endpoint was in the last seconds, over all instances. */
record Condition(long requests, double errorRate, double p95Ms) {

    private static final double PART = 0.95;

    /**
     * All that was ever recorded.
     *
     * @param buckets of the latency sketch
     */
    record Totals(long requests, long errors, SortedMap<Integer, Long> buckets) {}

    /** Between two looks; null if there was no request, or if the counters were reset meanwhile. */
    static @Nullable Condition between(Totals before, Totals now) {
        long requests = now.requests() - before.requests();
        var buckets = new TreeMap<Integer, Long>();
        now.buckets().forEach((bucket, count) -> {
            long more = count - before.buckets().getOrDefault(bucket, 0L);
            if (more > 0) {
                buckets.put(bucket, more);
            }
        });
        return requests <= 0 || buckets.isEmpty()
                ? null
                : new Condition(
                        requests,
                        Math.clamp((now.errors() - before.errors()) / (double) requests, 0.0, 1.0),
                        LatencySketch.microsAt(buckets, PART) / 1_000);
    }
}
