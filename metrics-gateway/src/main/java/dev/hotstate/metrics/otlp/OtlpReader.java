package dev.hotstate.metrics.otlp;

import dev.hotstate.metrics.observation.LatencySketch;
import dev.hotstate.metrics.observation.Requests;
import dev.hotstate.metrics.observation.Sample;
import dev.hotstate.metrics.observation.Series;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.DataPointFlags;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Makes measurements of an export. */
@Singleton
class OtlpReader {

    private static final Duration AGE_MAX = Duration.ofHours(24);
    /** So many parts of an explicit bucket are given values of their own. */
    private static final int PARTS = 20;

    private static final int CELLS_MAX = 1_000;
    private static final double MICROS_MAX = 3.6e9;

    /** What grows by more from one point to the next is no measurement; added up, it would leave what a number can hold. */
    private static final double COUNT_MAX = 1e9;

    private static final double SUM_MAX = 1e18;
    private static final double MICROS_SUM_MAX = 4e13;

    private final Series series;

    OtlpReader(Series series) {
        this.series = series;
    }

    Told read(ExportMetricsServiceRequest export, Instant now) {
        var told = new Told();
        for (var resource : export.getResourceMetricsList()) {
            var attributes = texts(resource.getResource().getAttributesList());
            var service = attributes.getOrDefault("service.name", "");
            var instance = series.instance(attributes, service.isEmpty() ? "otlp" : service);
            for (var scope : resource.getScopeMetricsList()) {
                for (var metric : scope.getMetricsList()) {
                    new Reading(told, service, instance, now, metric).read();
                }
            }
        }
        return told;
    }

    private static Map<String, String> texts(List<KeyValue> attributes) {
        var texts = new HashMap<String, String>();
        attributes.forEach(each -> texts.put(each.getKey(), text(each.getValue())));
        return texts;
    }

    private static String text(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case BOOL_VALUE -> String.valueOf(value.getBoolValue());
            case INT_VALUE -> String.valueOf(value.getIntValue());
            case DOUBLE_VALUE -> String.valueOf(value.getDoubleValue());
            default -> "";
        };
    }

    /** One metric of one resource. */
    private final class Reading {

        private final Told told;
        private final String service;
        private final String instance;
        private final Instant now;
        private final Metric metric;

        Reading(Told told, String service, String instance, Instant now, Metric metric) {
            this.told = told;
            this.service = service;
            this.instance = instance;
            this.now = now;
            this.metric = metric;
        }

        void read() {
            switch (metric.getDataCase()) {
                case SUM -> metric.getSum().getDataPointsList().forEach(this::sum);
                case GAUGE -> metric.getGauge().getDataPointsList().forEach(this::gauge);
                case HISTOGRAM -> metric.getHistogram().getDataPointsList().forEach(this::histogram);
                case EXPONENTIAL_HISTOGRAM ->
                    metric.getExponentialHistogram().getDataPointsList().forEach(this::exponential);
                case SUMMARY ->
                    told.reject(
                            metric.getSummary().getDataPointsCount(),
                            "a summary can't be added to others: send a histogram");
                case DATA_NOT_SET -> {}
            }
        }

        private void gauge(NumberDataPoint point) {
            if (isPresent(point.getFlags())) {
                name(point.getAttributesList(), point.getTimeUnixNano()).ifPresent(name -> level(name, point));
            }
        }

        private void level(String name, NumberDataPoint point) {
            double value = value(point);
            if (Double.isFinite(value)) {
                told.samples.add(new Sample.Gauge(name, instanceOf(point.getAttributesList()), value, false));
            } else {
                told.reject(1, metric.getName() + " is not finite");
            }
        }

        private void sum(NumberDataPoint point) {
            var sum = metric.getSum();
            if (!isPresent(point.getFlags())) {
                return;
            }
            var name = name(point.getAttributesList(), point.getTimeUnixNano());
            if (name.isEmpty()) {
                return;
            }
            double value = value(point);
            if (!sum.getIsMonotonic()) {
                if (sum.getAggregationTemporality() == AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE) {
                    level(name.get(), point);
                } else {
                    told.reject(1, metric.getName() + " goes up and down by steps: send it cumulative");
                }
            } else if (!Double.isFinite(value) || value < 0) {
                told.reject(1, metric.getName() + " is not finite or negative");
            } else {
                take(
                        "count " + name.get(),
                        new Point(point.getStartTimeUnixNano(), point.getTimeUnixNano(), value, Point.NUMBER, Map.of()),
                        sum.getAggregationTemporality(),
                        point.getAttributesList(),
                        (grown, into) -> {
                            if (isPlausible(grown, into)) {
                                into.samples.add(new Sample.Count(name.get(), grown.sum()));
                            }
                        });
            }
        }

        private void histogram(HistogramDataPoint point) {
            if (!isPresent(point.getFlags())) {
                return;
            }
            var bounds = point.getExplicitBoundsList();
            var counts = point.getBucketCountsList();
            if (counts.size() > CELLS_MAX || !counts.isEmpty() && counts.size() != bounds.size() + 1) {
                told.reject(1, metric.getName() + " has counts that do not fit its bounds");
                return;
            }
            var cells = new TreeMap<Integer, Long>();
            for (int i = 0; i < counts.size(); i++) {
                if (counts.get(i) > 0) {
                    cells.put(i, counts.get(i));
                }
            }
            if (counts.isEmpty() && point.getCount() > 0) {
                cells.put(0, point.getCount());
            }
            double lowest = point.hasMin() ? Math.max(0, point.getMin()) : 0;
            double highest = point.hasMax() ? point.getMax() : bounds.isEmpty() ? average(point) : bounds.getLast();
            distribution(
                    new Point(
                            point.getStartTimeUnixNano(),
                            point.getTimeUnixNano(),
                            point.getSum(),
                            "bounds" + Integer.toHexString(bounds.hashCode()),
                            cells),
                    metric.getHistogram().getAggregationTemporality(),
                    point.getAttributesList(),
                    (cell, bucketOf, count, buckets) -> {
                        double from = cell == 0 ? lowest : Math.max(lowest, bounds.get(cell - 1));
                        double to = cell == bounds.size() ? highest : Math.min(highest, bounds.get(cell));
                        spread(Math.max(0, from), Math.max(Math.max(0, from), to), bucketOf, count, buckets);
                    });
        }

        private void exponential(ExponentialHistogramDataPoint point) {
            if (!isPresent(point.getFlags())) {
                return;
            }
            var positive = point.getPositive();
            if (positive.getBucketCountsCount() > CELLS_MAX || point.getScale() < -10 || point.getScale() > 20) {
                told.reject(1, metric.getName() + " has too many buckets");
                return;
            }
            var cells = new TreeMap<Integer, Long>();
            for (int i = 0; i < positive.getBucketCountsCount(); i++) {
                if (positive.getBucketCounts(i) > 0) {
                    cells.put(positive.getOffset() + i, positive.getBucketCounts(i));
                }
            }
            double rest = point.getZeroCount()
                    + point.getNegative().getBucketCountsList().stream()
                            .mapToDouble(Long::doubleValue)
                            .sum();
            if (rest > 0) {
                cells.put(Point.ZERO_CELL, (long) rest);
            }
            double base = Math.pow(2, Math.pow(2, -point.getScale()));
            distribution(
                    new Point(
                            point.getStartTimeUnixNano(),
                            point.getTimeUnixNano(),
                            point.getSum(),
                            Point.EXPONENTIAL + point.getScale(),
                            cells),
                    metric.getExponentialHistogram().getAggregationTemporality(),
                    point.getAttributesList(),
                    (cell, bucketOf, count, buckets) -> {
                        double value = cell == Point.ZERO_CELL ? 0 : Math.pow(base, cell + 0.5);
                        buckets.merge(bucketOf.of(value), count, Long::sum);
                    });
        }

        /** Requests, or values of a series. */
        private void distribution(
                Point point, AggregationTemporality temporality, List<KeyValue> attributes, Cells spreader) {
            if (!Double.isFinite(point.sum())) {
                told.reject(1, metric.getName() + " has a sum that is not finite");
                return;
            }
            var request = series.request(metric.getName(), texts(attributes));
            if (request.isPresent()) {
                double micros = microsPerUnit();
                var endpoint = request.get().endpoint();
                int status = request.get().status();
                var at = at(point.timeNanos());
                told.timed &= point.timeNanos() > 0;
                take("requests %s %d".formatted(endpoint, status), point, temporality, attributes, (grown, into) -> {
                    if (!isPlausible(grown, into)) {
                        return;
                    }
                    var buckets = spread(
                            grown,
                            spreader,
                            value -> LatencySketch.bucketOf(
                                    Math.round(Math.min(Math.max(0, value) * micros, MICROS_MAX))));
                    long count = total(buckets);
                    if (count > 0) {
                        into.requests.add(new Requests(
                                instanceOf(attributes),
                                endpoint,
                                status,
                                count,
                                Math.round(Math.clamp(grown.sum() * micros, 0, MICROS_SUM_MAX)),
                                buckets,
                                at,
                                false));
                    }
                });
                return;
            }
            name(attributes, point.timeNanos())
                    .ifPresent(name -> take("values " + name, point, temporality, attributes, (grown, into) -> {
                        if (!isPlausible(grown, into)) {
                            return;
                        }
                        var buckets = spread(grown, spreader, value -> LatencySketch.bucketOfValue(Math.max(0, value)));
                        if (total(buckets) > 0) {
                            into.samples.add(new Sample.Values(name, buckets, grown.sum()));
                        }
                    }));
        }

        private boolean isPlausible(Point grown, Told into) {
            double count = grown.cells().values().stream()
                    .mapToDouble(Long::doubleValue)
                    .sum();
            if (count <= COUNT_MAX && Math.abs(grown.sum()) <= SUM_MAX) {
                return true;
            }
            into.reject(1, metric.getName() + " grows by more than can be");
            return false;
        }

        private void take(
                String what,
                Point point,
                AggregationTemporality temporality,
                List<KeyValue> attributes,
                BiConsumer<Point, Told> record) {
            switch (temporality) {
                case AGGREGATION_TEMPORALITY_DELTA -> record.accept(point, told);
                case AGGREGATION_TEMPORALITY_CUMULATIVE ->
                    told.growing.add(new Growing(instanceOf(attributes) + " " + service + " " + what, point, record));
                default -> told.reject(1, metric.getName() + " does not say whether it is cumulative");
            }
        }

        private Optional<String> name(List<KeyValue> attributes, long timeNanos) {
            told.timed &= timeNanos > 0;
            var telling = texts(attributes);
            if (!service.isEmpty() && !service.startsWith("unknown_service")) {
                telling.putIfAbsent("service", service);
            }
            var name = metric.getName().isBlank() ? Optional.<String>empty() : series.name(metric.getName(), telling);
            if (name.isEmpty()) {
                told.reject(1, "a metric has no name, or a name and attributes that are too long");
            }
            return name;
        }

        private String instanceOf(List<KeyValue> attributes) {
            return series.instance(texts(attributes), instance);
        }

        private Instant at(long nanos) {
            var at = nanos == 0 ? now : Instant.ofEpochSecond(0, nanos);
            return at.isBefore(now.minus(AGE_MAX)) || at.isAfter(now.plus(AGE_MAX)) ? now : at;
        }

        private double microsPerUnit() {
            return switch (metric.getUnit()) {
                case "ms" -> 1e3;
                case "us" -> 1;
                case "ns" -> 1e-3;
                default -> 1e6;
            };
        }

        private double value(NumberDataPoint point) {
            return point.hasAsInt() ? point.getAsInt() : point.getAsDouble();
        }
    }

    @FunctionalInterface
    private interface Bucket {
        int of(double value);
    }

    /** Gives the values of a cell to buckets. */
    @FunctionalInterface
    private interface Cells {
        void spread(int cell, Bucket bucketOf, long count, Map<Integer, Long> buckets);
    }

    private static Map<Integer, Long> spread(Point point, Cells cells, Bucket bucketOf) {
        var buckets = new HashMap<Integer, Long>();
        point.cells().forEach((cell, count) -> cells.spread(cell, bucketOf, count, buckets));
        return buckets;
    }

    /** Evenly: nobody knows where in a bucket its values lie. */
    private static void spread(double from, double to, Bucket bucketOf, long count, Map<Integer, Long> buckets) {
        long parts = Math.min(PARTS, count);
        for (long part = 0; part < parts; part++) {
            long share = count * (part + 1) / parts - count * part / parts;
            buckets.merge(bucketOf.of(from + (to - from) * (part + 0.5) / parts), share, Long::sum);
        }
    }

    private static long total(Map<Integer, Long> buckets) {
        return buckets.values().stream().mapToLong(Long::longValue).sum();
    }

    private static double average(HistogramDataPoint point) {
        return point.getCount() == 0 ? 0 : point.getSum() / point.getCount();
    }

    private static boolean isPresent(int flags) {
        return (flags & DataPointFlags.DATA_POINT_FLAGS_NO_RECORDED_VALUE_MASK_VALUE) == 0;
    }
}
