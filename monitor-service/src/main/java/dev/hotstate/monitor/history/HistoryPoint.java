package dev.hotstate.monitor.history;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * One step of a history.
 *
 * @param at when it begins
 * @param latency percentiles from an hour on; of five minutes the mean alone is kept
 */
@Schema(name = "HistoryPoint")
public record HistoryPoint(Instant at, long up, long down, long unknown, LatencySummary latency) {}
