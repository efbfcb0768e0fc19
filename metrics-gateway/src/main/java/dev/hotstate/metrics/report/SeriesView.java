package dev.hotstate.metrics.report;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What StatsD and OpenTelemetry told under a name.
 *
 * @param kind {@code count}, {@code values}, {@code gauge} or {@code unique}
 * @param total of a count
 * @param values of values, in the unit in which they were told
 * @param gauges of a gauge, by instance: nobody adds them up
 * @param different of things: how many different ones in this hour, about
 */
@Schema(name = "Series")
record SeriesView(
        String series,
        String kind,
        @Nullable Double total,
        @Nullable Values values,
        @Nullable List<OfInstance> gauges,
        @Nullable Long different) {

    @Schema(name = "SeriesValues")
    record Values(long count, double sum, double average, double p50, double p90, double p99) {}

    @Schema(name = "GaugeOfInstance")
    record OfInstance(String instance, double value) {}
}
