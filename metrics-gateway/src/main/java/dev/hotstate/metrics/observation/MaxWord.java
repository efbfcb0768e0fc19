package dev.hotstate.metrics.observation;

enum MaxWord {
    KEPT
}
