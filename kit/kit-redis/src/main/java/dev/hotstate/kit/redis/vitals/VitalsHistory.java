package dev.hotstate.kit.redis.vitals;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last hour, for charts; the body of {@code GET /vitals/history}. All series begin at {@code from} and have one
 * value per step, null where nothing was known.
 */
public record VitalsHistory(long stepSeconds, Instant from, Map<String, List<@Nullable Double>> series) {}
