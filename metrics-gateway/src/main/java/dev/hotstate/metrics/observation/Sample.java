package dev.hotstate.metrics.observation;

import java.time.Instant;
import java.util.Map;

/** Something that was measured and is no request: what a StatsD client or an OpenTelemetry exporter tells under a name. */
public sealed interface Sample {

    /** Its name and what tells it apart, {@code queue.jobs{queue=mail}}. */
    String series();

    SeriesKind kind();

    Sample named(String name);

    /** Something happened so many times more; not always a whole number, since a sample stands for others. */
    record Count(String series, double more) implements Sample {
        @Override
        public SeriesKind kind() {
            return SeriesKind.COUNT;
        }

        @Override
        public Sample named(String name) {
            return new Count(name, more);
        }
    }

    /**
     * Values whose distribution matters, in whatever unit.
     *
     * @param buckets of a {@link LatencySketch} of thousandths
     */
    record Values(String series, Map<Integer, Long> buckets, double sum) implements Sample {

        /** One that stands for {@code count}. */
        public static Values of(String series, double value, long count) {
            return new Values(series, Map.of(LatencySketch.bucketOfValue(value), count), value * count);
        }

        @Override
        public SeriesKind kind() {
            return SeriesKind.VALUES;
        }

        @Override
        public Sample named(String name) {
            return new Values(name, buckets, sum);
        }
    }

    /**
     * How much there is of something at one instance now. Nobody adds up what instances say: each is shown.
     *
     * @param relative to what it was before
     */
    record Gauge(String series, String instance, double value, boolean relative) implements Sample {
        @Override
        public SeriesKind kind() {
            return SeriesKind.GAUGE;
        }

        @Override
        public Sample named(String name) {
            return new Gauge(name, instance, value, relative);
        }
    }

    /** One of things of which the different ones are counted. */
    record Unique(String series, String member, Instant at) implements Sample {
        @Override
        public SeriesKind kind() {
            return SeriesKind.UNIQUE;
        }

        @Override
        public Sample named(String name) {
            return new Unique(name, member, at);
        }
    }

    /** What it is counted apart by: one name may stand for several kinds. */
    default String label() {
        return kind().label(series());
    }
}
