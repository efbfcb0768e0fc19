package dev.hotstate.dag.insight;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(
        name = "Series",
        description = "The last hour, for charts: one value per step from the given time, null where nothing is known")
public record SeriesView(long stepSeconds, Instant from, Map<String, List<@Nullable Double>> series) {}
