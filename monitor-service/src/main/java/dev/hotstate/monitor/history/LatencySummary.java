package dev.hotstate.monitor.history;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Latencies of checks that were up, in milliseconds; percentiles are off by 2 % at most. Null without any such check. */
@Schema(name = "LatencySummary")
public record LatencySummary(
        @Nullable Double meanMs,
        @Nullable Double p50Ms,
        @Nullable Double p95Ms,
        @Nullable Double p99Ms) {

    private static final double MICROS_PER_MS = 1_000;

    static LatencySummary of(long latencyMsSum, LatencySketch sketch) {
        long count = sketch.count();
        return new LatencySummary(
                count == 0 ? null : (double) Math.round(10.0 * latencyMsSum / count) / 10,
                millis(sketch, 0.5),
                millis(sketch, 0.95),
                millis(sketch, 0.99));
    }

    private static @Nullable Double millis(LatencySketch sketch, double share) {
        var micros = sketch.percentileMicros(share);
        return micros.isEmpty() ? null : micros.getAsLong() / MICROS_PER_MS;
    }
}
