package dev.hotstate.metrics.live;

/**
 * Requests of an endpoint.
 *
 * @param errors 4xx and 5xx
 * @param failed 5xx
 */
record Figures(long requests, long errors, long failed, long micros, Times times) {

    static final Figures NONE = new Figures(0, 0, 0, 0, Times.NONE);

    Figures plus(Figures other) {
        return new Figures(
                requests + other.requests,
                errors + other.errors,
                failed + other.failed,
                micros + other.micros,
                times.plus(other.times));
    }
}
