package dev.hotstate.monitor.history;

import java.util.OptionalDouble;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How a monitor did over some time up to now.
 *
 * @param window 24h, 7d, 30d, 90d or 365d
 * @param uptime up / (up + down), 0 to 1; null if no check had a verdict
 * @param coverage how much of the checks told something; null without checks
 */
@Schema(name = "UptimeWindow")
public record UptimeWindow(
        String window,
        @Nullable Double uptime,
        @Nullable Double coverage,
        long up,
        long down,
        long unknown,
        LatencySummary latency) {

    static UptimeWindow of(String window, Tally tally, long latencyMsSum, LatencySketch sketch) {
        return new UptimeWindow(
                window,
                orNull(tally.uptime()),
                orNull(tally.coverage()),
                tally.up(),
                tally.down(),
                tally.unknown(),
                LatencySummary.of(latencyMsSum, sketch));
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
