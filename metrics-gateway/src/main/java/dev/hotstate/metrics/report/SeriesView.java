package dev.hotstate.metrics.report;

import dev.hotstate.metrics.observation.SeriesKind;
import java.time.Instant;
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
 * @param lastHeardAt absent where nobody asked for it or Redis does not know; of things: in this hour
 */
@Schema(name = "Series")
record SeriesView(
        String series,
        String kind,
        @Nullable Double total,
        @Nullable Values values,
        @Nullable List<OfInstance> gauges,
        @Nullable Long different,
        @Nullable Instant lastHeardAt) {

    @Schema(name = "SeriesValues")
    record Values(long count, double sum, double average, double p50, double p90, double p99) {}

    @Schema(name = "GaugeOfInstance")
    record OfInstance(String instance, double value) {}

    static SeriesView ofCount(String series, double total) {
        return new SeriesView(series, SeriesKind.COUNT.word(), total, null, null, null, null);
    }

    static SeriesView ofValues(String series, Values values) {
        return new SeriesView(series, SeriesKind.VALUES.word(), null, values, null, null, null);
    }

    static SeriesView ofGauge(String series, List<OfInstance> gauges) {
        return new SeriesView(series, SeriesKind.GAUGE.word(), null, null, gauges, null, null);
    }

    static SeriesView ofUnique(String series, long different) {
        return new SeriesView(series, SeriesKind.UNIQUE.word(), null, null, null, different, null);
    }

    SeriesView lastHeardAt(@Nullable Instant at) {
        return new SeriesView(series, kind, total, values, gauges, different, at);
    }

    /** What it is counted apart by. */
    String label() {
        return kind + " " + series;
    }
}
