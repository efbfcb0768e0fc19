package dev.hotstate.metrics.limit;

/** What the scripts of limits answer. */
final class LimitWords {

    private LimitWords() {}

    enum Decide {
        DECIDED
    }
}
