package dev.hotstate.metrics.live;

/** Requests of an endpoint. */
record Figures(long requests, long errors, long micros, Times times) {

    static final Figures NONE = new Figures(0, 0, 0, Times.NONE);

    Figures plus(Figures other) {
        return new Figures(
                requests + other.requests, errors + other.errors, micros + other.micros, times.plus(other.times));
    }
}
