package dev.hotstate.metrics.live;

/** Ten seconds of all requests, by how they were answered: 1xx and 2xx, 3xx, 4xx, 5xx. */
record Step(long ok, long redirected, long rejected, long failed, Times times) {

    static final int SECONDS = 10;
    static final int PER_MINUTE = 60 / SECONDS;
    static final Step NONE = new Step(0, 0, 0, 0, Times.NONE);

    Step plus(Step other) {
        return new Step(
                ok + other.ok,
                redirected + other.redirected,
                rejected + other.rejected,
                failed + other.failed,
                times.plus(other.times));
    }

    long requests() {
        return ok + redirected + rejected + failed;
    }

    long errors() {
        return rejected + failed;
    }
}
