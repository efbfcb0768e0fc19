package dev.hotstate.metrics.report;

/**
 * What was added up of an endpoint.
 *
 * @param errors 4xx and 5xx
 * @param failed 5xx
 * @param millis of all times together
 * @param timed how many times those are
 */
record EndpointTotals(String endpoint, long requests, long errors, long failed, double millis, long timed) {

    EndpointView view() {
        return new EndpointView(endpoint, requests, errors, failed, averageMs());
    }

    /** To the microsecond; 0 if there are none. */
    private double averageMs() {
        return timed == 0 ? 0 : Math.round(millis / timed * 1_000) / 1_000.0;
    }
}
