package dev.hotstate.metrics.live;

/** Requests that an instance of somebody's service has answered. */
record InstanceFigures(long requests, long errors) {

    InstanceFigures plus(InstanceFigures other) {
        return new InstanceFigures(requests + other.requests, errors + other.errors);
    }
}
