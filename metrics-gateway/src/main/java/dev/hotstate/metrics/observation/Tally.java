package dev.hotstate.metrics.observation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measurements added up. */
final class Tally {

    /** More response times of one endpoint are not kept. */
    static final int TIMES_MAX = 1_000;
    /** More different things of one series within one flush are not looked at. */
    static final int UNIQUES_MAX = 1_000;

    private static final int FIRST_FAILURE = 500;

    private static final long SECOND_MS = 1_000;
    private static final long HOUR_MS = Duration.ofHours(1).toMillis();

    /** Of measurements that wait, each of which may stand for many requests. */
    long size;

    long total;
    long accepted;
    long errors;
    /** 1xx to 5xx. */
    final List<Long> byClass = new ArrayList<>(List.of(0L, 0L, 0L, 0L, 0L));

    final Map<String, Long> byInstance = new HashMap<>();
    final Map<String, Long> errorsByInstance = new HashMap<>();
    /** By the beginning of the hour, unix milliseconds. */
    final Map<Long, Long> byHour = new HashMap<>();

    /** Of which it is known, since 1970. */
    final Map<Long, Long> bySecond = new HashMap<>();

    final Map<Integer, Long> errorsByStatus = new HashMap<>();
    final Map<String, OfEndpoint> byEndpoint = new HashMap<>();

    /** By series. */
    final Map<String, Double> counts = new HashMap<>();

    final Map<String, OfValues> values = new HashMap<>();
    final Map<OfGauge, GaugeChange> gauges = new HashMap<>();
    final Map<OfUniques, Set<String>> uniques = new HashMap<>();

    /** What is known of one endpoint. */
    static final class OfEndpoint {
        long count;
        long errors;
        /** Those of the errors that the service itself is to blame for: 5xx. */
        long failed;

        long micros;
        /** The last ones. */
        final Deque<ResponseTime> times = new ArrayDeque<>();
        /** Counts by bucket, by the beginning of the hour. */
        final Map<Long, Map<Integer, Long>> buckets = new HashMap<>();
    }

    record ResponseTime(long atMs, long micros) {}

    static final class OfValues {
        double sum;
        final Map<Integer, Long> buckets = new HashMap<>();
    }

    record OfGauge(String series, String instance) {}

    /** @param relative to what Redis has */
    record GaugeChange(double value, boolean relative) {

        GaugeChange then(Sample.Gauge next) {
            return next.relative()
                    ? new GaugeChange(value + next.value(), relative)
                    : new GaugeChange(next.value(), false);
        }
    }

    record OfUniques(String series, long hour) {}

    void add(Measurements all) {
        all.observations().forEach(this::add);
        all.requests().forEach(this::add);
        all.samples().forEach(this::add);
    }

    void add(Observation observation) {
        size++;
        var endpoint = count(
                observation.endpoint(),
                observation.instance(),
                observation.status(),
                observation.isError(),
                1,
                hourOf(observation.at().toEpochMilli()));
        accepted += observation.refused() ? 0 : 1;
        bySecond.merge(secondOf(observation.at()), 1L, Long::sum);
        endpoint.micros += observation.micros();
        endpoint.times.addLast(new ResponseTime(observation.at().toEpochMilli(), observation.micros()));
        if (endpoint.times.size() > TIMES_MAX) {
            endpoint.times.removeFirst();
        }
        endpoint.buckets
                .computeIfAbsent(hourOf(observation.at().toEpochMilli()), beginning -> new HashMap<>())
                .merge(LatencySketch.bucketOf(observation.micros()), 1L, Long::sum);
    }

    /** Nobody knows the single times of these. */
    void add(Requests requests) {
        size++;
        long hour = hourOf(requests.at().toEpochMilli());
        var endpoint = count(
                requests.endpoint(),
                requests.instance(),
                requests.status(),
                requests.isError(),
                requests.count(),
                hour);
        accepted += requests.count();
        if (requests.atOnce()) {
            bySecond.merge(secondOf(requests.at()), requests.count(), Long::sum);
        }
        endpoint.micros += requests.micros();
        var buckets = endpoint.buckets.computeIfAbsent(hour, beginning -> new HashMap<>());
        requests.buckets().forEach((bucket, count) -> buckets.merge(bucket, count, Long::sum));
    }

    private OfEndpoint count(
            String endpointLabel, String instance, int status, boolean isError, long count, long hour) {
        total += count;
        int statusClass = status / 100 - 1;
        byClass.set(statusClass, byClass.get(statusClass) + count);
        byInstance.merge(instance, count, Long::sum);
        byHour.merge(hour, count, Long::sum);
        var endpoint = byEndpoint.computeIfAbsent(endpointLabel, name -> new OfEndpoint());
        endpoint.count += count;
        if (isError) {
            errors += count;
            endpoint.errors += count;
            errorsByStatus.merge(status, count, Long::sum);
            errorsByInstance.merge(instance, count, Long::sum);
        }
        endpoint.failed += status >= FIRST_FAILURE ? count : 0;
        return endpoint;
    }

    void add(Sample sample) {
        size++;
        switch (sample) {
            case Sample.Count count -> counts.merge(count.series(), count.more(), Double::sum);
            case Sample.Values some -> {
                var of = values.computeIfAbsent(some.series(), name -> new OfValues());
                of.sum += some.sum();
                some.buckets().forEach((bucket, count) -> of.buckets.merge(bucket, count, Long::sum));
            }
            case Sample.Gauge gauge ->
                gauges.merge(
                        new OfGauge(gauge.series(), gauge.instance()),
                        new GaugeChange(gauge.value(), gauge.relative()),
                        (before, next) -> before.then(gauge));
            case Sample.Unique unique -> {
                var members = uniques.computeIfAbsent(
                        new OfUniques(unique.series(), hourOf(unique.at().toEpochMilli())),
                        series -> new LinkedHashSet<>());
                if (members.size() < UNIQUES_MAX) {
                    members.add(unique.member());
                }
            }
        }
    }

    private static long secondOf(Instant at) {
        return Math.floorDiv(at.toEpochMilli(), SECOND_MS);
    }

    private static long hourOf(long atMs) {
        return Math.floorDiv(atMs, HOUR_MS) * HOUR_MS;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
