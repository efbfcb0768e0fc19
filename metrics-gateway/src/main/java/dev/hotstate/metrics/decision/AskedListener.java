package dev.hotstate.metrics.decision;

/** Hears of each request before it is decided about. Called for every one, so it must be quick, and it must not fail. */
public interface AskedListener {

    void asked(Asked asked);
}
