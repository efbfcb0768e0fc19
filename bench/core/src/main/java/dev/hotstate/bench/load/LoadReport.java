package dev.hotstate.bench.load;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of a load.
 *
 * @param done operations answered with an accepted status
 * @param refused answers with another status, by status
 * @param unanswered requests that should have been sent but got no answer in time
 * @param latencies open loop only, counted from when the request should have been sent
 */
public record LoadReport(
        long done, Map<Integer, Long> refused, long unanswered, long elapsedNanos, Latencies latencies) {

    public LoadReport {
        refused = new TreeMap<>(refused);
    }

    public double donePerSecond() {
        return done * 1e9 / elapsedNanos;
    }

    public long failed() {
        return unanswered + refused.values().stream().mapToLong(Long::longValue).sum();
    }

    public Duration elapsed() {
        return Duration.ofNanos(elapsedNanos);
    }
}
