package dev.hotstate.monitor.result;

import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import java.time.Instant;
import java.util.Optional;

/**
 * A result that counts.
 *
 * @param state      of the monitor since then
 * @param at         by the clock of Redis, about
 * @param transition {@code opened}, {@code resolved} or {@code reopened}
 */
public record TakenResult(
        String monitor,
        MonitorState state,
        Verdict verdict,
        Reason reason,
        int statusCode,
        long latencyMillis,
        Instant at,
        Optional<String> transition) {}
