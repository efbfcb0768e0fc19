package dev.hotstate.metrics.observation;

enum OnceWord {
    ADDED,
    SEEN
}
