package dev.hotstate.metrics.observation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Observations added up, as others may see them.
 *
 * @param byClass how many were answered with 1xx, 2xx, 3xx, 4xx and 5xx
 */
public record Recorded(List<Long> byClass, Map<String, OfInstance> byInstance, Map<String, OfEndpoint> byEndpoint) {

    public record OfInstance(long count, long errors) {}

    /**
     * @param errors 4xx and 5xx
     * @param failed 5xx
     * @param buckets counts by bucket of {@link LatencySketch}
     */
    public record OfEndpoint(long count, long errors, long failed, long micros, Map<Integer, Long> buckets) {}

    static Recorded of(Tally tally) {
        return new Recorded(
                List.copyOf(tally.byClass),
                tally.byInstance.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                each -> new OfInstance(
                                        each.getValue(), tally.errorsByInstance.getOrDefault(each.getKey(), 0L)))),
                tally.byEndpoint.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, each -> ofEndpoint(each.getValue()))));
    }

    private static OfEndpoint ofEndpoint(Tally.OfEndpoint of) {
        var buckets = new HashMap<Integer, Long>();
        of.buckets.values().forEach(hour -> hour.forEach((bucket, count) -> buckets.merge(bucket, count, Long::sum)));
        return new OfEndpoint(of.count, of.errors, of.failed, of.micros, buckets);
    }
}
