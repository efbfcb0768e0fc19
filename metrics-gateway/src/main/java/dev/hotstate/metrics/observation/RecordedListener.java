package dev.hotstate.metrics.observation;

/** Hears of observations that Redis has counted. Called often, so it must be quick, and it must not fail. */
public interface RecordedListener {

    void recorded(Recorded recorded);
}
