package dev.hotstate.metrics.observation;

enum GaugeWord {
    KEPT,
    FULL
}
