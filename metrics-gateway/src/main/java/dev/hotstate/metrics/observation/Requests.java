package dev.hotstate.metrics.observation;

import java.time.Instant;
import java.util.Map;

/**
 * Many requests that somebody has added up already: a histogram, or a sample that stands for others.
 *
 * @param endpoint as of an {@link Observation}
 * @param micros of all of them together
 * @param buckets of a {@link LatencySketch}, as many in all as {@code count}
 * @param atOnce whether all of them were then, and not in the course of some time before
 */
public record Requests(
        String instance,
        String endpoint,
        int status,
        long count,
        long micros,
        Map<Integer, Long> buckets,
        Instant at,
        boolean atOnce) {

    /** Equal ones, at once. */
    public static Requests equal(String instance, String endpoint, int status, long count, long micros, Instant at) {
        return new Requests(
                instance,
                endpoint,
                status,
                count,
                count * micros,
                Map.of(LatencySketch.bucketOf(micros), count),
                at,
                true);
    }

    boolean isError() {
        return status >= Observation.FIRST_ERROR;
    }

    Requests labelled(String instanceLabel, String endpointLabel) {
        return new Requests(instanceLabel, endpointLabel, status, count, micros, buckets, at, atOnce);
    }
}
