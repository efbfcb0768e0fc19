package dev.hotstate.monitor.result;

/** Wants to know of each result that this instance has handed in. Called on an event loop: must not block. */
public interface ResultListener {

    void taken(TakenResult result);
}
