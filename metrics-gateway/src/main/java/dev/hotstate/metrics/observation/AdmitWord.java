package dev.hotstate.metrics.observation;

enum AdmitWord {
    ADMITTED,
    FULL
}
